/** The setting `OUTGOING_HOSTS`: the hosts that evaluations may call. */
import { parseList, type SettingDefinitions, SettingError } from '../../platform/settings.ts';
import { createAddressPolicy } from './address-policy.ts';

declare module '../../platform/settings.ts' {
  interface Settings {
    /** Hosts and networks that evaluations may call, as `createAddressPolicy` parses them; empty for none. */
    outgoingHosts: readonly string[];
  }
}

export const evaluationSettings: SettingDefinitions<'outgoingHosts'> = {
  outgoingHosts: {
    name: 'OUTGOING_HOSTS',
    default: '',
    description:
      'Hosts that evaluations may call, separated by commas: `host`, `host:port`, `host:*`, `*.suffix`, and networks such as `10.0.0.0/8` with their private addresses. Empty: none.',
    schema: { type: 'string' },
    parse: parseOutgoingHosts,
  },
};

function parseOutgoingHosts(value: string): string[] {
  const hosts = parseList(value);
  try {
    createAddressPolicy(hosts);
  } catch (error) {
    throw new SettingError(`cannot be used: ${(error as Error).message.replace(/\.$/, '')}`);
  }
  return hosts;
}
