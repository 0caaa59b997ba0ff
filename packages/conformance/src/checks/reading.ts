/** Checks of single answers: their form, the key, invalid input, unknown identifiers. */
import { randomUUID } from 'node:crypto';
import { type Endpoint, idOf, type Json, listOf, rowsOf, successOf } from '../endpoint.js';
import { fault } from '../form.js';
import { invalidInputs } from '../invalid.js';
import type { Suite } from '../suite.js';
import { isRead } from './catalogue.js';

/** How many records of each kind are read. */
const SAMPLES = 3;

/** Reads everything once, and some of it with what it may be asked besides. */
export async function answers(suite: Suite, endpoints: readonly Endpoint[]): Promise<void> {
  await suite.each(endpoints.filter(isRead), async (endpoint) => {
    const cell = suite.cell(endpoint.id, 'answer');
    const { sets, reason } = await suite.pathSets(endpoint, SAMPLES);
    if (reason) return cell.skip(reason.kind, reason.text);
    if (listOf(endpoint)) {
      for (const path of sets) await suite.page(endpoint, path);
      return;
    }
    const statuses = [successOf(endpoint).status];
    for (const path of sets) {
      const answer = await suite.send(cell, endpoint, suite.request(endpoint, path), { statuses });
      if (answer.isRight) checkIdentity(suite, endpoint, path, answer.body, answer.note);
    }
    for (const [name, value] of choices(endpoint)) {
      const request = suite.request(endpoint, sets[0] as Json, { query: { [name]: value } });
      await suite.send(cell, endpoint, request, { statuses });
    }
  });
}

/** Jobs say when to ask again until they have ended, and not after that. */
export async function jobs(suite: Suite, endpoints: readonly Endpoint[]): Promise<void> {
  await suite.each(endpoints.filter(isRead), async (endpoint) => {
    const { response } = successOf(endpoint);
    if (!response.headers.includes('retry-after') || !response.schema?.properties?.finished_at) return;
    const cell = suite.cell(endpoint.id, 'states');
    const { sets, reason } = await suite.pathSets(endpoint, SAMPLES);
    if (reason) return cell.skip(reason.kind, reason.text);
    for (const path of sets) {
      const job = await suite.send(cell, endpoint, suite.request(endpoint, path), {
        statuses: [successOf(endpoint).status],
      });
      if (!job.isRight) continue;
      const { 'retry-after': wait } = job.headers;
      job.note((wait === undefined) === (job.json.finished_at !== null), () =>
        fault(
          'header',
          'Retry-After',
          wait === undefined ? 'seconds to wait until it has ended' : 'nothing once it has ended',
          wait,
        ),
      );
    }
  });
}

/** A record that is asked for by its identifier has it. */
function checkIdentity(
  suite: Suite,
  endpoint: Endpoint,
  path: Json,
  body: unknown,
  note: (isRight: boolean, make: () => ReturnType<typeof fault>) => boolean,
): void {
  const [, parent, name] = /^(.+)\/\{([^}]+)\}$/.exec(endpoint.path) ?? [];
  const source = parent === undefined ? undefined : suite.at('GET', parent);
  const list = source && listOf(source);
  if (!list || name === undefined) return;
  const isTable = list.field === 'rows';
  const record = isTable ? rowsOf(body, list)[0] : (body as Json);
  // A record may be known by its path alone.
  const names = Object.keys(list.row?.properties ?? {});
  const field = [name, 'id', ...names.filter((one) => one.endsWith('_id'))].find((one) => names.includes(one));
  if (!record || (!isTable && (field === undefined || !(field in record)))) return;
  const id = isTable ? idOf(record, list, name) : String(record[field as string]);
  note(id === path[name], () => fault('body', isTable ? '/rows/0' : `/${field}`, String(path[name]), id));
}

/** Values of the optional parameters that say how an answer is to look. */
function choices({ parameters }: Endpoint): [string, unknown][] {
  return parameters
    .filter((one) => one.in === 'query' && !one.required)
    .flatMap(({ name, schema }): [string, unknown][] => {
      if (schema.type === 'boolean') return [[name, true]];
      return schema.type === 'string' ? (schema.enum ?? []).map((value) => [name, value]) : [];
    });
}

/** Values for a path, made up where there is nothing to try it on: an answer that comes before anything is looked up. */
async function anyPath(suite: Suite, endpoint: Endpoint): Promise<Json> {
  const { sets } = await suite.pathSets(endpoint);
  const names = [...endpoint.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  return sets[0] ?? Object.fromEntries(names.map((name) => [name, suite.scope[name] ?? randomUUID()]));
}

/** Sends no key, one of another scheme, and one that nobody has. */
export async function authentication(suite: Suite, endpoints: readonly Endpoint[]): Promise<void> {
  await suite.each(endpoints, async (endpoint) => {
    const cell = suite.cell(endpoint.id, 'authentication');
    if (!isRead(endpoint) && !suite.options.write) return cell.skip('excluded', 'needs --write');
    const request = suite.request(endpoint, await anyPath(suite, endpoint), bodyOf(endpoint));
    const statuses = [401];
    await suite.send(cell, endpoint, request, { statuses, token: null, note: 'without an API key' });
    await suite.send(cell, endpoint, request, {
      statuses,
      authorization: 'Basic dXNlcjpwYXNz',
      note: 'Basic, not Bearer',
    });
    await suite.send(cell, endpoint, request, {
      statuses,
      token: `unknown-${randomUUID()}`,
      note: 'an unknown API key',
    });
  });
}

function bodyOf(endpoint: Endpoint): { body?: unknown } {
  return endpoint.body ? { body: endpoint.body.examples[0] } : {};
}

/** Breaks the request in every way that the contract's schemas tell of. */
export async function invalid(suite: Suite, endpoints: readonly Endpoint[]): Promise<void> {
  await suite.each(endpoints, async (endpoint) => {
    const cell = suite.cell(endpoint.id, 'invalid');
    if (!isRead(endpoint) && !suite.options.write) return cell.skip('excluded', 'needs --write');
    const { sets, reason } = await suite.pathSets(endpoint);
    if (reason) return cell.skip(reason.kind, reason.text);
    const valid = suite.request(endpoint, sets[0] as Json, bodyOf(endpoint));
    for (const { place, mistake, expected, request } of invalidInputs(endpoint, valid)) {
      const note = `${place} ${mistake}`;
      const answer = await suite.send(cell, endpoint, request, { statuses: expected, note, isInvalid: true });
      if (answer.status === 201) suite.afterwards(() => removeCreated(suite, endpoint, valid.path, answer.json));
    }
  });
}

/** Deletes what a server created although it had to refuse it. */
async function removeCreated(suite: Suite, endpoint: Endpoint, path: Json, record: Json): Promise<void> {
  const remove = suite.endpoints.find((one) => one.method === 'DELETE' && one.path === `${endpoint.path}/{id}`);
  if (remove)
    await suite.send(suite.cell(endpoint.id, 'invalid'), remove, {
      path: { ...path, id: record.id },
      query: {},
      headers: {},
    });
}

/** Asks for identifiers that nothing has. */
export async function unknownIds(suite: Suite, endpoints: readonly Endpoint[]): Promise<void> {
  await suite.each(endpoints, async (endpoint) => {
    const cell = suite.cell(endpoint.id, 'unknown-id');
    if (!isRead(endpoint) && !suite.options.write) return cell.skip('excluded', 'needs --write');
    const name = [...endpoint.path.matchAll(/\{([^}]+)\}/g)]
      .map(([, one = '']) => one)
      .findLast((one) => isId(endpoint, one));
    if (name === undefined) return cell.skip('excluded', 'its path names no record');
    const path = { ...(await anyPath(suite, endpoint)), [name]: randomUUID() };
    const request = suite.request(endpoint, path, bodyOf(endpoint));
    await suite.send(cell, endpoint, request, { statuses: [404], note: `${name} is unknown` });
  });
}

/** Whether a path parameter names a record, and not one of a few words. */
function isId({ parameters }: Endpoint, name: string): boolean {
  return !parameters.find((one) => one.in === 'path' && one.name === name)?.schema.enum;
}
