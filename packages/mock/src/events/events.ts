/** Sends events to webhooks, when a program or a request to the control API asks for one. */
import { isLoopbackHost } from '../bundled/domain.ts';
import { isJsonObject, type JsonObject } from '../bundled/openapi.ts';
import type { Contract, EventExample } from '../core/contract-types.ts';
import { SettingError } from '../core/errors.ts';
import type { WorkspaceScope } from '../core/workspace-scope.ts';
import { checkNames } from '../data/check-fields.ts';
import type { Entry } from '../sample-data/entry.ts';
import type { SendEvent, SentEvent } from '../sample-data/event-types.ts';
import { newId } from '../state/identifiers.ts';
import { formatTime } from '../state/jobs/runs.ts';
import type { Stores } from '../state/stores.ts';
import { listSecrets } from '../state/webhooks.ts';

/** How long a receiver may take, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** The names of the options. */
const OPTION_NAMES = ['data', 'tenant_id', 'workspace_id', 'token'];

/** Creates the function that sends events to the webhooks of a mock. */
export function createSendEvent(
  { events }: Pick<Contract, 'events'>,
  stores: Stores,
  defaultWorkspace: WorkspaceScope,
): SendEvent {
  return async (type, options = {}) => {
    checkNames(options, OPTION_NAMES, 'an option of an event');
    const { data = {}, tenant_id, workspace_id, token } = options;
    if ((tenant_id === undefined) !== (workspace_id === undefined))
      throw new SettingError('A workspace needs both tenant_id and workspace_id; got only one of them.');
    const workspace =
      tenant_id === undefined || workspace_id === undefined ? defaultWorkspace : { tenant_id, workspace_id };
    const now = stores.source.now();
    const event = createEvent(events, type, { ...data, ...workspace }, now);
    const found = token === undefined ? [...stores.entries()].map(([, store]) => store) : [stores.of(token)];
    const entries = found
      .flatMap((store) => store.getWorkspace(workspace).listEntries('listWebhooks'))
      .filter(({ record }) => isSelected(record, event));
    const [id, payload] = [`evt_${newId()}`, JSON.stringify(event)];
    return Promise.all(entries.map((entry) => send(entry, id, payload, now)));
  };
}

/** @throws {SettingError} */
function createEvent(
  events: Readonly<Record<string, EventExample>>,
  type: string,
  data: JsonObject,
  now: number,
): EventExample {
  const example = events[type];
  if (!example) {
    const kinds = Object.keys(events).join(', ');
    throw new SettingError(`The contract has no event ${JSON.stringify(type)}; it has ${kinds || 'none'}.`);
  }
  if (!isJsonObject(data)) throw new SettingError('The data of an event must be an object.');
  checkNames(data, Object.keys(example.data), `a property of ${type}`);
  return { type, timestamp: formatTime(now), data: { ...example.data, ...data } };
}

function isSelected({ is_active, kinds, severities }: JsonObject, { type, data }: EventExample): boolean {
  const allows = (list: unknown, value: unknown) =>
    !Array.isArray(list) || list.length === 0 || value === undefined || list.includes(value);
  return is_active === true && allows(kinds, type) && allows(severities, data.definitive_severity);
}

async function send(entry: Entry, id: string, payload: string, now: number): Promise<SentEvent> {
  const url = String(entry.record.url);
  const sent = { webhook_id: entry.id, url };
  if (!isLoopbackHost(new URL(url).hostname.replace(/^\[|\]$/g, ''))) {
    return { ...sent, status: null, error: 'The mock only calls loopback addresses.' };
  }
  try {
    const headers = await sign(listSecrets(entry, now), id, payload);
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { ...sent, status, error: null };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    const reason = name === 'TimeoutError' ? 'did not respond in time' : `cannot be reached (${cause?.code ?? name})`;
    return { ...sent, status: null, error: `The receiver ${reason}.` };
  }
}

/** Signs a payload as Standard Webhooks define it: in Node.js and in browsers, at the time of the machine, not of the mock. */
async function sign(secrets: readonly string[], id: string, payload: string): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${payload}`);
  const signatures = secrets.map(async (secret) => {
    const bytes = Uint8Array.from(atob(secret.slice('whsec_'.length)), (character) => character.charCodeAt(0));
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
    const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
    return `v1,${btoa(String.fromCharCode(...signature))}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': (await Promise.all(signatures)).join(' '),
  };
}
