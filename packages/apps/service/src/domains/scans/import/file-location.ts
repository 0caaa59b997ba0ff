import type { JsonNode } from './json-node.ts';
import { toWebUrl } from './names.ts';

/** The location of a file: a path in the repository, or a URL outside it. */
export interface FileLocation {
  /** The path or URL, which identifies the location. */
  readonly name: string;
  readonly path?: string;
  readonly url?: string;
}

/**
 * Converts the path or URL of a file in a report.
 *
 * @param stated a relative or absolute path, or a URL
 * @param root the root of the repository during the scan: an absolute path or `file:` URL
 * @param node the node of the report, for errors
 * @throws {ImportError} for an absolute path without a root
 */
export function toFileLocation(stated: string, root: string | undefined, node: JsonNode): FileLocation {
  if (/^(?!file:)[a-z][a-z0-9+.-]+:/i.test(stated)) {
    const url = toWebUrl(stated);
    return { name: stated, ...(url !== undefined && { url }) };
  }
  const path = toSlashPath(stated, node);
  if (!isAbsolute(path)) return toRepositoryPath(path);
  if (root === undefined) {
    throw node.error(
      `is the absolute path ${path}, but the root of the repository is unknown`,
      'Set root to the folder of the repository during the scan',
    );
  }
  const folder = toSlashPath(root, node).replace(/\/*$/, '/');
  if (path.startsWith(folder)) return toRepositoryPath(path.slice(folder.length));
  const url = toFileUrl(path);
  return { name: url, url };
}

function toSlashPath(stated: string, node: JsonNode): string {
  try {
    const path = /^file:/i.test(stated) ? new URL(stated).pathname : stated;
    return decodeURIComponent(path.replaceAll('\\', '/').replace(/%(?![0-9a-f]{2})/gi, '%25')).replace(
      /^\/(?=[A-Za-z]:\/)/,
      '',
    );
  } catch {
    throw node.error('must be a valid path or URL');
  }
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}

function toFileUrl(path: string): string {
  return `file:///${path.replace(/^\//, '').toWellFormed().split('/').map(encodeURIComponent).join('/')}`;
}

function toRepositoryPath(path: string): FileLocation {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  const normalized = segments.join('/') || '.';
  return { name: normalized, path: normalized };
}
