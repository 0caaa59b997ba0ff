/** How a configured server is reached: with its secrets, which never become part of a result or a message. */
import { homedir } from 'node:os';
import { type ConfigurationNode, child, stringOf, stringsOf } from '../trees/tree.ts';

/** A program to start, or a URL. */
export type Launch =
  | {
      readonly kind: 'program';
      readonly command: string;
      readonly args: readonly string[];
      readonly environment: Readonly<Record<string, string>>;
      readonly folder: string;
    }
  | {
      readonly kind: 'address';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly transport: 'streamable-http' | 'sse' | 'unknown';
    };

/** Why a server can't be reached. The message names settings, and no values. */
export class LaunchError extends Error {
  override readonly name = 'LaunchError';
}

/** The settings of a server as they stand in a file. */
export interface RawLaunch {
  readonly node: ConfigurationNode;
  readonly transport: 'stdio' | 'streamable-http' | 'sse' | 'other';
  /** The folder in which a program starts, and that `${workspaceFolder}` means. */
  readonly folder: string;
}

/**
 * Reads how a server is reached, with the values of the environment.
 *
 * @throws {LaunchError} when a setting refers to something that is unknown
 */
export function readLaunch({ node, transport, folder }: RawLaunch, environment: NodeJS.ProcessEnv): Launch {
  const expand = (text: string) => expandText(text, folder, environment);
  const nested = child(node, 'command');
  const source = nested?.kind === 'map' ? nested : node;
  const [command, ...rest] = stringsOf(child(source, 'command', 'cmd', 'path'));
  const url = stringOf(child(node, 'url', 'serverUrl', 'httpUrl', 'server_url', 'endpoint', 'uri'));
  if (url !== undefined) {
    const headers = { ...readStrings(child(node, 'headers', 'http_headers'), expand), ...bearerOf(node, environment) };
    const isDeclared = stringOf(child(node, 'type', 'transport', 'transportType')) !== undefined;
    const known = transport === 'sse' || (isDeclared && transport === 'streamable-http') ? transport : 'unknown';
    return { kind: 'address', url: expand(url), headers, transport: known };
  }
  if (command === undefined) throw new LaunchError('It has neither a command nor a URL.');
  const directory = stringOf(child(source, 'cwd', 'workingDirectory'));
  return {
    kind: 'program',
    command: expand(command),
    args: [...rest, ...stringsOf(child(source, 'args', 'arguments'))].map(expand),
    environment: readStrings(child(source, 'env', 'environment', 'envs'), expand),
    folder: directory === undefined ? folder : expand(directory),
  };
}

function readStrings(node: ConfigurationNode | undefined, expand: (text: string) => string): Record<string, string> {
  if (node?.kind !== 'map') return {};
  return Object.fromEntries(
    node.entries.flatMap(({ key, value }) =>
      value.kind === 'scalar' && value.value !== null ? [[key, expand(String(value.value))]] : [],
    ),
  );
}

/** Codex names the variable with the token. */
function bearerOf(node: ConfigurationNode, environment: NodeJS.ProcessEnv): Record<string, string> {
  const name = stringOf(child(node, 'bearer_token_env_var'));
  return name === undefined ? {} : { Authorization: `Bearer ${variable(name, undefined, environment)}` };
}

/** `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${workspaceFolder}`, `${userHome}`. */
const PLACEHOLDER =
  /\$\{(?<scope>env:|input:|secret:|command:)?(?<name>[^{}:]{1,200})(?::-(?<fallback>[^{}]{0,2000}))?\}/g;

function expandText(text: string, folder: string, environment: NodeJS.ProcessEnv): string {
  return text.replace(PLACEHOLDER, (...match) => {
    const { scope, name = '', fallback } = match.at(-1) as Record<string, string | undefined>;
    if (scope !== undefined && scope !== 'env:')
      throw new LaunchError(`It needs the value of ${scope}${name}, which only an editor can ask for.`);
    if (/^(?:workspaceFolder|workspaceRoot|cwd)$/.test(name)) return folder;
    if (/^(?:userHome|HOME)$/.test(name)) return homedir();
    return variable(name, fallback, environment);
  });
}

function variable(name: string, fallback: string | undefined, environment: NodeJS.ProcessEnv): string {
  const value = environment[name] ?? fallback;
  if (value === undefined) throw new LaunchError(`It needs the environment variable ${name}, which is not set.`);
  return value;
}
