import { createHash } from 'node:crypto';

/** JSON in the one form that RFC 8785 gives every value: members in the order of their UTF-16 code units, no spaces. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, node: unknown) =>
    typeof node === 'object' && node !== null && !Array.isArray(node)
      ? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1)))
      : node,
  );
}

/** SHA-256 digest of a value in canonical JSON, in hexadecimal digits; null for null. */
export function digestOf(value: unknown): string | null {
  return value === null || value === undefined ? null : createHash('sha256').update(canonicalJson(value)).digest('hex');
}
