import type { McpAuthType, McpPackage, McpTransport, ScannedMcpServer } from '@aispm/types';
import { getSchemaAt, maxItems, maxLength, truncate } from '../document/limits.ts';
import { toStableKey, toWebUrl } from '../document/names.ts';
import type { JsonNode } from '../report/json-node.ts';

/** Authentication types, by their names in bills of materials. */
const AUTH_TYPES: Readonly<Record<string, McpAuthType>> = {
  none: 'none',
  oauth: 'oauth2',
  oauth2: 'oauth2',
  bearer: 'bearer',
  'api-key': 'api_key',
  api_key: 'api_key',
};

/**
 * Reads an MCP server from a service; undefined for other services. CycloneDX has no field for the protocol: a server has the group or
 * tag `mcp`, or the properties `cdx:mcp:…` of generators.
 */
export function readMcpServer(service: JsonNode): Omit<ScannedMcpServer, 'key'> | undefined {
  const tags = service
    .get('tags')
    .items()
    .map((tag) => tag.string());
  const isMcp =
    service.get('group').string() === 'mcp' || tags.includes('mcp') || readProperties(service).has('cdx:mcp:transport');
  return isMcp ? readStatedServer(service) : undefined;
}

function readProperties(service: JsonNode): Map<string, string | undefined> {
  const properties = service.get('properties').items();
  return new Map(properties.map((property) => [property.get('name').string() ?? '', property.get('value').string()]));
}

/** Reads a part of a bill that is an MCP server. */
export function readStatedServer(service: JsonNode): Omit<ScannedMcpServer, 'key'> {
  const properties = readProperties(service);
  const name = service.get('name').requiredString();
  const url = toWebUrl(service.get('endpoints').item(0)?.string());
  const packages = parsePackages(properties.get('cdx:mcp:packageRefs'));
  const serverName = createServerName(name, url, packages[0]?.identifier);
  const description = service.get('description').string();
  const version = service.get('version').string();
  const authType = readAuthType(service.get('authenticated').boolean(), properties.get('cdx:mcp:authMode'));
  return {
    stable_key: toStableKey(serverName),
    object_type: 'mcp_server',
    aispm_friendly_name: truncate(name, 'ScannedMcpServer.aispm_friendly_name'),
    ...(description !== undefined && { description: truncate(description, 'ScannedMcpServer.description') }),
    server_name: serverName,
    ...(version !== undefined &&
      version !== 'latest' && { server_version: truncate(version, 'ScannedMcpServer.server_version') }),
    transport: readTransport(properties.get('cdx:mcp:transport'), url),
    ...(url !== undefined && { url }),
    ...(packages.length > 0 && { packages }),
    ...(authType !== undefined && { auth_type: authType }),
  };
}

function readTransport(stated: string | undefined, url: string | undefined): McpTransport {
  const known = getSchemaAt('ScannedMcpServer.transport').enum ?? [];
  if (stated !== undefined) return known.includes(stated) ? (stated as McpTransport) : 'other';
  return url === undefined ? 'other' : 'streamable-http';
}

function readAuthType(authenticated: boolean | undefined, mode: string | undefined): McpAuthType | undefined {
  if (authenticated === false) return 'none';
  const stated = mode !== undefined && Object.hasOwn(AUTH_TYPES, mode) ? AUTH_TYPES[mode] : undefined;
  if (stated !== undefined && !(authenticated === true && stated === 'none')) return stated;
  return authenticated === true ? 'unknown' : undefined;
}

/** Parses package references of generators: npm packages, separated by commas, with an optional version after `@`. */
function parsePackages(references: string | undefined): McpPackage[] {
  const packages = (references ?? '').split(',').flatMap((reference) => {
    const [, identifier, stated] = /^\s*(@?[^@\s]+)(?:@([^\s]+))?\s*$/.exec(reference) ?? [];
    if (identifier === undefined || identifier.length > maxLength('McpPackage.identifier')) return [];
    const version = stated === undefined ? null : truncate(stated, 'McpPackage.version');
    return [{ registry_type: 'npm', identifier, version, file_sha256: null, runtime_hint: null }];
  });
  return packages.slice(0, maxItems('ScannedMcpServer.packages'));
}

/** Creates a server name in reverse-DNS notation from the host or the package, as the contract defines it for unnamed servers. */
function createServerName(name: string, url: string | undefined, packageName: string | undefined): string {
  const host =
    url === undefined
      ? undefined
      : new URL(url).hostname
          .replace(/[[\]:]+/g, '-')
          .split('.')
          .reverse()
          .join('.');
  const scope = packageName === undefined ? undefined : /^@([^/]+)\//.exec(packageName)?.[1];
  const namespace = host ?? (packageName === undefined ? 'local' : `npm.${scope ?? 'unscoped'}`);
  const baseName = packageName?.split('/').at(-1) || name;
  const replaceInvalid = (text: string, invalid: RegExp) => text.replace(invalid, '-');
  const max = maxLength('ScannedMcpServer.server_name');
  // Half of the name is for the namespace, so that the part after the slash isn't empty.
  const start = replaceInvalid(namespace, /[^a-zA-Z0-9.-]+/g).slice(0, max / 2);
  return `${start}/${replaceInvalid(host === undefined ? baseName : name, /[^a-zA-Z0-9._-]+/g)}`.slice(0, max);
}
