import type { DocumentPart } from './document-part.ts';
import { webAddress } from './names.ts';

/** Where a file lies. It has a path when it is in the repository, and may have an address when it is not. */
export interface FilePlace {
  /** The path or address, by which the place is known. */
  readonly name: string;
  readonly path?: string;
  readonly url?: string;
}

/**
 * Finds the place of a file in the repository from the address or path that a report names.
 *
 * @param named what the report says: a relative or absolute path, or an address
 * @param root where the repository lay when it was scanned: an absolute path or `file:` address
 * @throws ImportError for an absolute path when no root is known
 */
export function filePlace(named: string, root: string | undefined, part: DocumentPart): FilePlace {
  if (/^(?!file:)[a-z][a-z0-9+.-]+:/i.test(named)) {
    const url = webAddress(named);
    return { name: named, ...(url !== undefined && { url }) };
  }
  const path = slashed(named, part);
  if (!isAbsolute(path)) return inRepository(path);
  if (root === undefined) {
    throw part.wrong(
      `names the absolute path ${path}, and it is not known where the repository lay`,
      'Say with root where the repository was when it was scanned',
    );
  }
  const folder = slashed(root, part).replace(/\/*$/, '/');
  if (path.startsWith(folder)) return inRepository(path.slice(folder.length));
  const url = fileUrl(path);
  return { name: url, url };
}

function slashed(named: string, part: DocumentPart): string {
  try {
    const path = /^file:/i.test(named) ? new URL(named).pathname : named;
    return decodeURIComponent(path.replaceAll('\\', '/').replace(/%(?![0-9a-f]{2})/gi, '%25')).replace(
      /^\/(?=[A-Za-z]:\/)/,
      '',
    );
  } catch {
    throw part.wrong('is not an address or path that can be read');
  }
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:\//.test(path);
}

function fileUrl(path: string): string {
  return `file:///${path.replace(/^\//, '').toWellFormed().split('/').map(encodeURIComponent).join('/')}`;
}

function inRepository(path: string): FilePlace {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  const inside = parts.join('/') || '.';
  return { name: inside, path: inside };
}
