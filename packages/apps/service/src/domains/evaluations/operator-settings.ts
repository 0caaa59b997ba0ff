/** The operator's settings for evaluations: `OUTGOING_HOSTS` and `AGENT_CREDENTIALS`. */
import { parseList, type SettingDefinitions, SettingError } from '../../platform/services/settings.ts';
import { createAddressPolicy } from './agents/address-policy.ts';
import { type AgentCredential, readAgentCredentials } from './agents/credentials.ts';

declare module '../../platform/services/settings.ts' {
  interface Settings {
    /** Hosts and networks that evaluations may call, as `createAddressPolicy` parses them; empty for none. */
    outgoingHosts: readonly string[];
    /** Credentials that evaluations may send to agents. */
    agentCredentials: readonly AgentCredential[];
  }
}

export const evaluationSettings: SettingDefinitions<'outgoingHosts' | 'agentCredentials'> = {
  outgoingHosts: {
    name: 'OUTGOING_HOSTS',
    default: '',
    description:
      'Hosts that evaluations and webhooks may call, separated by commas: `host`, `host:port`, `host:*`, `*.suffix`, and networks such as `10.0.0.0/8`, whose private addresses are allowed. Empty: none.',
    schema: { type: 'string' },
    parse: parseOutgoingHosts,
  },
  agentCredentials: {
    name: 'AGENT_CREDENTIALS',
    default: '',
    description: 'JSON file with the credentials that evaluations may send to agents. Empty: none.',
    schema: { type: 'string' },
    parse: (file, environment) => (file === '' ? [] : readAgentCredentials(file, environment)),
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
