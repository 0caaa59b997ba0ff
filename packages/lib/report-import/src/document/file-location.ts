import { toStorableText } from '@aispm/openapi';
import { trimEnd } from '@aispm/openapi/trim';
import type { JsonNode } from '../report/json-node.ts';
import { maxLength } from './limits.ts';
import { toWebUrl } from './names.ts';

/** The location of a file: a path in the repository, or a URL outside it. */
export interface FileLocation {
  /** The path or URL, which identifies the location. */
  readonly name: string;
  readonly path?: string;
  readonly url?: string;
}

/** The folders that are the root of the repository during the scan, as absolute paths that end with `/`; the first that fits applies. */
export type Roots = readonly string[];

/**
 * Converts the root that the user stated, or else those that the report states. The root of a file system is none: every path would be in
 * the repository.
 *
 * @param stated an absolute path or `file:` URL; undefined when the user stated none
 * @param reported absolute paths or URLs in the report
 */
export function toRoots(stated: string | undefined, reported: readonly string[] = []): Roots {
  if (stated !== undefined) return [toFolder(stated)];
  const folders = reported.filter((uri) => !isRemote(uri)).map(toFolder);
  return folders.filter((folder) => !/^(?:[A-Za-z]:)?\/$/.test(folder)).sort((a, b) => a.length - b.length);
}

function toFolder(stated: string): string {
  return `${trimEnd(toSlashPath(stated), /\//)}/`;
}

/**
 * Converts the path or URL of a file in a report. An absolute path outside of the roots becomes a URL; when no root is known, that is
 * recorded.
 *
 * @param stated a relative or absolute path, or a URL
 * @param node the node of the report, for what is recorded
 * @returns undefined when the path is too long
 */
export function toFileLocation(stated: string, roots: Roots, node: JsonNode): FileLocation | undefined {
  const location = locate(stated, roots, node);
  const max = maxLength('ScannedLocation.file_path');
  return location.name.length <= max ? location : node.omit(`must have at most ${max} characters`);
}

function locate(stated: string, roots: Roots, node: JsonNode): FileLocation {
  if (isRemote(stated)) {
    const url = toWebUrl(stated);
    return withUrl(url ?? stated, url);
  }
  const path = toSlashPath(stated);
  if (!isAbsolute(path)) return toRepositoryPath(path);
  const folder = roots.find((root) => path.startsWith(root));
  if (folder !== undefined) return toRepositoryPath(path.slice(folder.length));
  if (roots.length === 0) {
    const reason = `is the absolute path ${path}, but the root of the repository is unknown: the location has a URL and no path`;
    node.omit(reason, 'Set root to the folder of the repository during the scan');
  }
  const url = toFileUrl(path);
  return withUrl(url, url.length <= maxLength('ScannedLocation.url') ? url : undefined);
}

function withUrl(name: string, url: string | undefined): FileLocation {
  return { name, ...(url !== undefined && { url }) };
}

/** Returns whether a string is a URL with another scheme than `file:`. A single letter is a drive. */
function isRemote(stated: string): boolean {
  return /^(?!file:)[a-z][a-z0-9+.-]+:/i.test(stated);
}

/** Converts a path or `file:` URL to a path with slashes. One that isn't valid as a URL remains as it is. */
function toSlashPath(stated: string): string {
  const isUrl = /^file:/i.test(stated);
  const path = isUrl && URL.canParse(stated) ? new URL(stated).pathname : stated.replace(/^file:\/*/i, '/');
  return decode(path.replaceAll('\\', '/'))
    .replace(/^\/(?=[A-Za-z]:\/)/, '')
    .replace(/^[a-z](?=:\/)/, (drive) => drive.toUpperCase());
}

function decode(path: string): string {
  try {
    return toStorableText(decodeURIComponent(path.replace(/%(?![0-9a-f]{2})/gi, '%25')));
  } catch {
    return path;
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
