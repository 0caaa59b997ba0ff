/** Keys of scan documents. */
import { createHash } from 'node:crypto';

const MAX_STABLE_KEY = 512;

/** Returns text as a stable key: visible ASCII, everything else percent-encoded, and a digest instead of what is too long. */
export function stableKey(text: string): string {
  const encoded = text.replaceAll(/[^\x21-\x7e]/gu, (character) => percentEncode(character));
  if (encoded.length <= MAX_STABLE_KEY) return encoded;
  return `${encoded.slice(0, MAX_STABLE_KEY - 65)}~${digest(encoded)}`;
}

function percentEncode(character: string): string {
  return [...Buffer.from(character, 'utf8')]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}

/** Returns the key of an object inside of a document: readable, unique, and the same in every run. */
export function documentKey(kind: string, name: string, stable: string): string {
  const slug = name
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 28)
    .toLowerCase();
  return `${kind.replaceAll('_', '-')}.${slug === '' ? 'unnamed' : slug}.${digest(`${kind} ${stable}`).slice(0, 16)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
