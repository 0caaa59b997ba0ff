/** MCP servers that are configured: in files, and in code that connects to them. */

import { posix } from 'node:path';
import { trimBoth } from '@aispm/openapi/trim';
import type { DetectedLocation, DetectedObject, ObjectGraph } from '../../graph/graph.ts';
import { redactCommandLine, secretsOfArguments } from '../../text/command-line.ts';
import { isSecretName, REDACTED } from '../../text/redact.ts';
import { recordCommand } from './started-servers.ts';

/** The settings of a server, as far as they are literals. */
export interface ServerSettings {
  /** The name that the configuration gives it. */
  readonly name: string;
  readonly command?: string;
  readonly args: readonly string[];
  readonly url?: string;
  readonly transport?: string;
  /** Names of environment variables, and whether the value is a secret in plain text. */
  readonly environment?: readonly { readonly name: string; readonly isPlain: boolean }[];
  readonly headers?: readonly string[];
  /** Whether it is known that the client sends no credentials. */
  readonly isOpen?: boolean;
  readonly isDisabled?: boolean;
}

type Package = NonNullable<DetectedObject<'mcp_server'>['fields']['packages']>[number];

/** Adds a configured server. */
export function addConfiguredServer(
  graph: ObjectGraph,
  settings: ServerSettings,
  location: DetectedLocation,
): DetectedObject<'mcp_server'> {
  const { name, command, args, url, environment, headers } = settings;
  const found = packageOf(command ?? '', args);
  const server = serverName(settings, found, location.file);
  const object = graph.add('mcp_server', `${server.isPublic ? '' : `${location.file}#`}${server.name}~${name}`, name);
  if (server.isPublic)
    object.publicKey = lastPart(server.name) === name ? server.name : `${server.name}~${keyPart(name)}`;
  object.fields.server_name = server.name;
  object.fields.transport = impliedTransport(settings);
  if (url !== undefined) {
    const address = cleanUrl(url);
    if (address !== undefined) object.fields.url = address;
  } else if (command !== undefined) object.fields.url = null;
  if (found !== undefined) object.fields.packages = merge(object.fields.packages ?? [], found);
  else if (url !== undefined) object.fields.packages = [];
  if (environment !== undefined && environment.length > 0) {
    const variables = new Map((object.fields.environment_variables ?? []).map((each) => [each.name, each]));
    for (const { name: variable } of environment.slice(0, 200)) {
      variables.set(variable, { name: variable.slice(0, 255), is_required: true, is_secret: isSecretName(variable) });
    }
    object.fields.environment_variables = [...variables.values()];
  }
  const auth = authentication(headers, environment, url);
  if (auth !== undefined) object.fields.auth_type = auth;
  else if (settings.isOpen && url !== undefined && !hasCredentials(url)) object.fields.auth_type ??= 'none';
  if (settings.isDisabled) object.labels.set('disabled', 'true');
  graph.locate(object, location);
  if (command !== undefined) recordCommand(graph, object, location.file, [command, ...args]);
  return object;
}

/** The name of a server without its own name: the name of its package or host. */
export function impliedName({ command, args, url }: ServerSettings): string | undefined {
  const address = url === undefined ? undefined : cleanUrl(url);
  return (
    packageOf(command ?? '', args)?.identifier.replace(/^.*\//, '') ??
    (address === undefined ? undefined : new URL(address).hostname)
  );
}

function merge(packages: readonly Package[], added: Package): Package[] {
  const isKnown = packages.some((each) => each.identifier === added.identifier && each.version === added.version);
  return isKnown ? [...packages] : [...packages, added];
}

/** How the configuration authenticates; undefined when it doesn't say. */
function authentication(
  headers: readonly string[] | undefined,
  environment: ServerSettings['environment'],
  url: string | undefined,
): 'none' | 'api_key' | 'bearer' | undefined {
  if (headers?.some((header) => /^authorization$/i.test(header))) return 'bearer';
  if (headers?.some((header) => isSecretName(header))) return 'api_key';
  if (url === undefined && environment?.some(({ name }) => isSecretName(name))) return 'api_key';
  return undefined;
}

/** The transport that settings declare, or that follows from them. */
export function impliedTransport({
  transport,
  url,
  command,
}: ServerSettings): 'stdio' | 'streamable-http' | 'sse' | 'other' {
  const declared = transport?.toLowerCase().replaceAll('_', '-');
  if (declared === 'stdio' || declared === 'local') return 'stdio';
  if (declared === 'sse') return 'sse';
  if (declared !== undefined && /^(http|streamable-?http|remote)$/.test(declared)) return 'streamable-http';
  if (url !== undefined) return /\/sse\/?(?:$|\?)/.test(url) ? 'sse' : 'streamable-http';
  return command === undefined ? 'other' : 'stdio';
}

/** Returns whether a URL may contain credentials: parameters count, because some services take keys there. */
function hasCredentials(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { username, password, search } = new URL(url);
  return username !== '' || password !== '' || search !== '';
}

/** Removes credentials and parameters from a URL; undefined if it isn't one. */
function cleanUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  if (!/^(https?|wss?):$/.test(parsed.protocol) || /[{}$<>]|%7B/i.test(parsed.host)) return undefined;
  parsed.username = '';
  parsed.password = '';
  parsed.search = '';
  parsed.hash = '';
  // Characters that are allowed in a URL, but not in a URI.
  return parsed.href.replaceAll(/[^\w\-.~:/?@!$&'()*+,;=%]|%(?![0-9a-f]{2})/gi, encodeURIComponent).slice(0, 2048);
}

const RUNNERS: Record<string, { type: string; skip: RegExp }> = {
  npx: { type: 'npm', skip: /^(-y|--yes|-q|--quiet|--)$/ },
  bunx: { type: 'npm', skip: /^(-y|--bun|--)$/ },
  pnpx: { type: 'npm', skip: /^--$/ },
  uvx: { type: 'pypi', skip: /^(-q|--quiet|--refresh|--isolated|--)$/ },
  pipx: { type: 'pypi', skip: /^(run|--)$/ },
};

/** Returns the package that a command starts; undefined when it starts a local program. */
function packageOf(command: string, args: readonly string[]): Package | undefined {
  // On Windows, `cmd /c npx …`.
  const all = [command, ...args].flatMap((word, index) => (index === 0 ? word.split(/\s+/) : [word]));
  const secrets = secretsOfArguments(all);
  const words = all.map((word) => (secrets.includes(word) ? REDACTED : word));
  while (/^(cmd(\.exe)?|\/c|env|sudo|bash|sh|-c)$/i.test(words[0] ?? '-')) words.shift();
  const [program = '', ...rest] = words;
  const name = posix.basename(program.replaceAll('\\', '/')).replace(/\.(exe|cmd)$/i, '');
  if (/^(docker|podman)$/.test(name)) return imageOf(name, rest);
  const isDlx = /^(pnpm|yarn)$/.test(name) && rest[0] === 'dlx';
  const isTool = name === 'uv' && rest[0] === 'tool' && rest[1] === 'run';
  const isBun = name === 'bun' && rest[0] === 'x';
  const runner =
    isDlx || isBun ? RUNNERS.pnpx : isTool ? RUNNERS.uvx : Object.hasOwn(RUNNERS, name) ? RUNNERS[name] : undefined;
  if (runner === undefined) return undefined;
  const remaining = rest.slice(isTool ? 2 : isDlx || isBun ? 1 : 0);
  const identifier = packageArgument(remaining, runner.skip);
  if (identifier === undefined) return undefined;
  const { base, version } = splitVersion(identifier, runner.type);
  return { registry_type: runner.type, identifier: base, version, file_sha256: null, runtime_hint: name };
}

function packageArgument(args: readonly string[], skip: RegExp): string | undefined {
  const from = args.findIndex((argument) => /^(--from|-p|--package|--spec)$/.test(argument));
  const named = from === -1 ? undefined : args[from + 1];
  if (named !== undefined && named !== REDACTED) return withoutSecrets(named);
  const joined = args.find((argument) => /^(--from|--package)=/.test(argument));
  if (joined !== undefined) return withoutSecrets(joined.replace(/^[^=]*=/, ''));
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (skip.test(argument) || argument === REDACTED) continue;
    if (/^(--python|--with|--index-url|--extra-index-url|--registry)$/.test(argument)) index += 1;
    else if (!argument.startsWith('-')) return /[${}\s]/.test(argument) ? undefined : withoutSecrets(argument);
  }
  return undefined;
}

/** Removes credentials from the URL of a package; undefined when another secret remains. */
function withoutSecrets(argument: string): string | undefined {
  const safe = redactCommandLine(argument)
    .replace(/:\/\/[^/@]*\[REDACTED\]@/, '://')
    .replace(/[?&][\w-]+=\[REDACTED\]/g, '');
  return safe === '' || safe.includes(REDACTED) ? undefined : safe;
}

function splitVersion(identifier: string, type: string): { base: string; version: string | null } {
  const git = /^git\+/.test(identifier);
  const separator = type === 'pypi' && !git ? /^([^[\]@=<>]+)(?:\[[^[\]]*\])?(?:@|==)([^=<>]+)$/ : /^(.+)@([^@/]+)$/;
  const [, base, version] = separator.exec(identifier) ?? [];
  return { base: (base ?? identifier).slice(0, 512), version: version?.slice(0, 255) ?? null };
}

/** Options of `docker run` that take a value. */
const DOCKER_VALUES =
  /^(-e|--env|-v|--volume|--mount|--name|-p|--publish|--network|--env-file|-w|--workdir|--entrypoint|-u|--user|--platform|--pull|-l|--label|--add-host|--memory|-m|--cpus|--gpus)$/;

function imageOf(runtime: string, args: readonly string[]): Package | undefined {
  const start = args.indexOf('run');
  if (start < 0) return undefined;
  for (let index = start + 1; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (DOCKER_VALUES.test(argument)) index += 1;
    else if (!argument.startsWith('-') && argument !== REDACTED) {
      if (/[${}\s]/.test(argument)) return undefined;
      const [image = argument, digest] = argument.split('@sha256:');
      const [, base = image, tag] = /^(.*?)(?::([^:/]+))?$/.exec(image) ?? [];
      const isDigest = digest !== undefined && /^[0-9a-f]{64}$/.test(digest);
      return {
        registry_type: 'oci',
        identifier: base,
        version: tag ?? null,
        file_sha256: isDigest ? digest : null,
        runtime_hint: runtime,
      };
    }
  }
  return undefined;
}

interface ServerName {
  readonly name: string;
  /** Whether the name is known outside of the repository. */
  readonly isPublic: boolean;
}

/** Derives a name in reverse-DNS format from the package or the host. */
function serverName({ name, url }: ServerSettings, found: Package | undefined, file: string): ServerName {
  if (found !== undefined) {
    const isGit = /^(git\+|https?:|github:)/.test(found.identifier);
    const parts = found.identifier
      .replace(/^(git\+)?https?:\/\//, '')
      .replace(/^@/, '')
      .split('/')
      .map(namePart)
      .filter(Boolean);
    const registry =
      { npm: 'org.npmjs', pypi: 'org.pypi', oci: 'com.docker' }[found.registry_type] ?? found.registry_type;
    const prefix = isGit ? [] : [registry];
    return { name: join([...prefix, ...parts.slice(0, -1)], parts.at(-1) ?? name), isPublic: true };
  }
  const address = url === undefined ? undefined : cleanUrl(url);
  const host = address === undefined ? '' : new URL(address).hostname;
  if (host !== '' && !/^(localhost|[\d.]+|\[.*|[^.]+|.*\.(local|internal|localhost))$/.test(host)) {
    return { name: join([host.split('.').toReversed().join('.')], name), isPublic: true };
  }
  return { name: join(['local', ...posix.dirname(file).split('/')], name), isPublic: false };
}

function join(namespace: readonly string[], last: string): string {
  const prefix = namespace.map(namePart).filter(Boolean).join('.').slice(0, 140);
  return `${prefix === '' ? 'local' : prefix}/${keyPart(last).slice(0, 55)}`;
}

function namePart(text: string): string {
  return trimBoth(text.replaceAll(/[^a-zA-Z0-9.-]+/g, '-'), /[-.]/);
}

function keyPart(text: string): string {
  return trimBoth(text.replaceAll(/[^a-zA-Z0-9._-]+/g, '-'), /-/) || 'server';
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** Returns a name in reverse-DNS format for a server that this repository implements. */
export function implementedServerName(target: string, name: string): string {
  const [host = '', ...path] = target.split('/');
  const namespace = host.includes('.')
    ? [host.split('.').toReversed().join('.'), ...path]
    : ['local', ...target.split('/')];
  return join(namespace, name);
}
