import { createHash } from 'node:crypto';
import { maxLength } from '../../contract/limits.ts';

/** SHA-256 digest, in hexadecimal digits, of parts that are told apart by their places. */
export function digest(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * An identifier for the contract from a name that a tool chose: `/` becomes `.`, and what an identifier cannot have becomes `-`.
 * A name that loses something gets a digest of itself at its end, so that two names never share an identifier by accident.
 */
export function identifier(...names: readonly string[]): string {
  const name = names.join('/');
  const plain = name.replaceAll('/', '.').replace(/[^A-Za-z0-9._~-]+/g, '-');
  const lossless = plain === name.replaceAll('/', '.') && plain.length <= maxLength('Id');
  return lossless ? plain : `${plain.slice(0, maxLength('Id') - 17)}~${digest(name).slice(0, 16)}`;
}

/** A stable key for the contract: printable ASCII, everything else percent-encoded, a longer one shortened with a digest. */
export function stableKey(name: string): string {
  const encoded = name.replace(/[^\x21-\x7E]/gu, (character) =>
    character.isWellFormed() ? encodeURIComponent(character) : '%EF%BF%BD',
  );
  const max = maxLength('StableKey');
  return encoded.length <= max ? encoded : `${encoded.slice(0, max - 17)}~${digest(name).slice(0, 16)}`;
}

/** The address when it is one of the web and fits into the contract, without credentials; else undefined. */
export function webAddress(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, host, pathname, search, hash } = new URL(text);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const address = `${protocol}//${host}${[pathname, search, hash].map(strict).join('')}`;
  return address.length <= maxLength('ScannedLocation.url') ? address : undefined;
}

/** A path, query or fragment in the characters of RFC 3986; URLs of the web may have more. */
function strict(part: string): string {
  return part
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[^A-Za-z0-9\-._~:/?@!$&'()*+,;=%#]|(?!^)#/g, encodeURIComponent);
}
