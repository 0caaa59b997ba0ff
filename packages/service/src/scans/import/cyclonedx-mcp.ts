import type { McpAuthType, McpPackage, McpTransport, ScannedMcpServer } from '@aispm/types';
import { contractSchema, cut, maxLength } from '../../contract/limits.ts';
import type { DocumentPart } from './document-part.ts';
import { stableKey, webAddress } from './names.ts';

/** How bills of materials call the ways of authentication that the contract knows. */
const AUTH_TYPES: Readonly<Record<string, McpAuthType>> = {
  none: 'none',
  oauth: 'oauth2',
  oauth2: 'oauth2',
  bearer: 'bearer',
  'api-key': 'api_key',
  api_key: 'api_key',
};

/**
 * An MCP server from a service, or undefined for a service of another kind. CycloneDX has no word for the protocol: the server is
 * known by its group or tag `mcp`, or by the properties `cdx:mcp:…` that generators write.
 */
export function readMcpServer(service: DocumentPart): Omit<ScannedMcpServer, 'key'> | undefined {
  const properties = new Map(
    service
      .get('properties')
      .items()
      .map((property) => [property.get('name').text() ?? '', property.get('value').text()]),
  );
  const tags = service
    .get('tags')
    .items()
    .map((tag) => tag.text());
  const isMcp = service.get('group').text() === 'mcp' || tags.includes('mcp') || properties.has('cdx:mcp:transport');
  if (!isMcp) return undefined;

  const name = service.get('name').requiredText();
  const url = webAddress(service.get('endpoints').items()[0]?.text());
  const packages = packagesOf(properties.get('cdx:mcp:packageRefs'));
  const serverName = serverNameOf(name, url, packages[0]?.identifier);
  const description = service.get('description').text();
  const version = service.get('version').text();
  const auth = authOf(service.get('authenticated').boolean(), properties.get('cdx:mcp:authMode'));
  return {
    stable_key: stableKey(serverName),
    object_type: 'mcp_server',
    aispm_friendly_name: cut(name, 'ScannedMcpServer.aispm_friendly_name'),
    ...(description !== undefined && { description: cut(description, 'ScannedMcpServer.description') }),
    server_name: serverName,
    ...(version !== undefined &&
      version !== 'latest' && { server_version: cut(version, 'ScannedMcpServer.server_version') }),
    transport: transportOf(properties.get('cdx:mcp:transport'), url),
    ...(url !== undefined && { url }),
    ...(packages.length > 0 && { packages }),
    ...(auth !== undefined && { auth_type: auth }),
  };
}

function transportOf(stated: string | undefined, url: string | undefined): McpTransport {
  const known = contractSchema('McpTransport').enum ?? [];
  if (stated !== undefined) return known.includes(stated) ? (stated as McpTransport) : 'other';
  return url === undefined ? 'other' : 'streamable-http';
}

function authOf(authenticated: boolean | undefined, mode: string | undefined): McpAuthType | undefined {
  if (authenticated === false) return 'none';
  const stated = mode === undefined ? undefined : AUTH_TYPES[mode];
  if (stated !== undefined && !(authenticated === true && stated === 'none')) return stated;
  return authenticated === true ? 'unknown' : undefined;
}

/** Packages as generators name them: of npm, separated by commas, with a version behind `@` where one is named. */
function packagesOf(references: string | undefined): McpPackage[] {
  return (references ?? '').split(',').flatMap((reference) => {
    const [, identifier, version] = /^\s*(@?[^@\s]+)(?:@([^\s]+))?\s*$/.exec(reference) ?? [];
    if (identifier === undefined || identifier.length > maxLength('McpPackage.identifier')) return [];
    return [{ registry_type: 'npm', identifier, version: version ?? null, file_sha256: null, runtime_hint: null }];
  });
}

/** A name in reverse-DNS form from the host or the package, as the contract has it for a server that states none. */
function serverNameOf(name: string, url: string | undefined, packageName: string | undefined): string {
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
  const own = packageName?.split('/').at(-1) ?? name;
  const clean = (text: string, allowed: RegExp) => text.replace(allowed, '-');
  return `${clean(namespace, /[^a-zA-Z0-9.-]+/g)}/${clean(host === undefined ? own : name, /[^a-zA-Z0-9._-]+/g)}`.slice(
    0,
    maxLength('ScannedMcpServer.server_name'),
  );
}
