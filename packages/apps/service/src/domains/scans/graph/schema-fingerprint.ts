import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * Returns the fingerprint of a tool's schema: SHA-256, in hexadecimal digits, of its canonical JSON (RFC 8785).
 *
 * @returns null for null and undefined
 * @throws if the value contains a lone surrogate or a number that JSON can't represent
 */
export function fingerprintSchema(schema: unknown): string | null {
  if (schema === null || schema === undefined) return null;
  return createHash('sha256').update(toCanonicalJson(schema)).digest('hex');
}

/**
 * Serializes a value as canonical JSON (RFC 8785).
 *
 * @throws if the value contains a lone surrogate or a number that JSON can't represent
 */
export function toCanonicalJson(value: unknown): string {
  let json: string | undefined;
  try {
    json = canonicalize(value);
  } catch (error) {
    const { message } = error as Error;
    throw new Error(
      `The value has no canonical JSON (RFC 8785): ${message}. Replace it with valid Unicode and finite numbers.`,
    );
  }
  if (json === undefined) throw new Error('The value has no canonical JSON (RFC 8785): it is not a JSON value.');
  return json;
}
