/** Adds what a server says of itself to what was found. */
import type { DetectedObject, ObjectGraph } from '../graph/graph.ts';
import { addConfiguredServer } from '../recognize/mcp/mcp-servers.ts';
import { redact } from '../text/redact.ts';
import { clean } from '../text/visible.ts';
import type { ConfiguredServer } from './configured-servers.ts';
import { addDescriptionWarnings } from './description-warnings.ts';
import type { Introspection, Listed } from './query.ts';

/** Limits of the contract on strings, and of this package on schemas. */
const MAX_NAME = 255;
const MAX_DESCRIPTION = 4_000;
const MAX_SCHEMA = 100_000;
const MAX_SCHEMA_DEPTH = 40;
const MAX_SCHEMA_MEMBERS = 100;

const KINDS = [
  ['tool', 'tools', 'name'],
  ['resource', 'resources', 'name'],
  ['prompt', 'prompts', 'name'],
] as const;

const HINTS = {
  is_readonly: 'readOnlyHint',
  is_destructive: 'destructiveHint',
  is_idempotent: 'idempotentHint',
  is_open_world: 'openWorldHint',
} as const;

/** Adds a server with its tools, resources and prompts. What it doesn't declare is null: it was asked. */
export function addIntrospection(graph: ObjectGraph, server: ConfiguredServer, result: Introspection): void {
  const { settings, location, file } = server;
  const found = addConfiguredServer(graph, settings, location);
  found.fields.introspection_error = result.error === undefined ? null : result.error.slice(0, 1_000) || 'It failed.';
  if (result.needsAuthorization) found.fields.auth_type = 'oauth2';
  const problem = (message: string) =>
    graph.diagnostics.push({ kind: 'unresolved', file, line: location.span[0], message: `${server.name}: ${message}` });
  if (result.error !== undefined) {
    problem(result.error);
    return;
  }
  const { server: own = {} } = result;
  if (result.transport !== undefined) found.fields.transport = result.transport;
  found.fields.title = stringOf(own.title, MAX_NAME) ?? null;
  found.fields.server_version = stringOf(own.version, MAX_NAME) ?? null;
  const website = stringOf(own.websiteUrl, 2_048);
  if (website !== undefined && /^https?:/i.test(website) && URL.canParse(website)) found.fields.website_url = website;
  if (result.transport !== 'stdio' && settings.headers?.length === 0 && !hasCredentials(settings.url))
    found.fields.auth_type = 'none';
  for (const message of result.problems) problem(message);
  for (const [kind, list] of KINDS) {
    for (const listed of result[list]) addTool(graph, found, server, kind, listed, problem);
  }
}

/** A URL may contain a key. */
function hasCredentials(url: string | undefined): boolean {
  if (url === undefined || !URL.canParse(url)) return true;
  const { username, password, search } = new URL(url);
  return username !== '' || password !== '' || search !== '';
}

function addTool(
  graph: ObjectGraph,
  server: DetectedObject<'mcp_server'>,
  { location }: ConfiguredServer,
  kind: 'tool' | 'resource' | 'prompt',
  listed: Listed,
  problem: (message: string) => void,
): void {
  const name = stringOf(listed.name, MAX_NAME) ?? stringOf(listed.uri, MAX_NAME);
  if (name === undefined) {
    problem(`A ${kind} has no name.`);
    return;
  }
  const local = kind === 'tool' ? name : `${kind}:${name}`;
  const tool = graph.add('tool', `${server.identity}#${local}`, name);
  if (server.publicKey !== undefined) tool.publicKey = `${server.publicKey}#${local}`;
  const description = typeof listed.description === 'string' ? redact(listed.description).text.trim() : '';
  const annotations = listed.annotations as Record<string, unknown> | undefined;
  Object.assign(tool.fields, {
    tool_name: name,
    tool_source: 'mcp',
    tool_kind: kind,
    title: stringOf(listed.title, MAX_NAME) ?? stringOf(annotations?.title, MAX_NAME) ?? null,
    description: description === '' ? null : description.slice(0, MAX_DESCRIPTION),
  });
  if (kind === 'tool') {
    for (const [field, hint] of Object.entries(HINTS)) {
      const value = annotations?.[hint];
      Object.assign(tool.fields, { [field]: typeof value === 'boolean' ? value : null });
    }
    for (const [field, key] of [
      ['input_schema', 'inputSchema'],
      ['output_schema', 'outputSchema'],
    ] as const) {
      if (listed[key] === undefined) continue;
      const schema = schemaOf(listed[key]);
      if (schema === undefined) problem(`The ${key} of ${name} isn't an object, or is too large, and was omitted.`);
      else tool.fields[field] = schema;
    }
  }
  graph.locate(tool, { ...location, reason: `the server offers this ${kind}` });
  graph.relate(server, 'tools', tool);
  addDescriptionWarnings(graph, tool, listed);
}

function stringOf(value: unknown, maximum: number): string | undefined {
  return typeof value === 'string' ? clean(value).slice(0, maximum) || undefined : undefined;
}

/** Returns a schema with its secrets replaced; undefined when it is too large or no object. */
function schemaOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isDeep(value)) return undefined;
  if (Object.keys(value).length > MAX_SCHEMA_MEMBERS) return undefined;
  const text = JSON.stringify(value, (_, property) =>
    typeof property === 'string' ? redact(property).text : property,
  );
  return text.length > MAX_SCHEMA ? undefined : JSON.parse(text);
}

function isDeep(value: object): boolean {
  let level: object[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_SCHEMA_DEPTH) return true;
    level = level.flatMap((each) =>
      Object.values(each).filter((property): property is object => typeof property === 'object' && property !== null),
    );
  }
  return false;
}
