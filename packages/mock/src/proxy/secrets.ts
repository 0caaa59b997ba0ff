/** Removes secrets from what is recorded. */
import { isJsonObject } from '../bundled/openapi.ts';

/** Names of properties whose strings are secrets, such as `secret`, `access_token` and `apiKey`, but not `api_key_id`. */
const SECRET_NAME = /(secret|passw(or)?d|passphrase|credentials?|token|authorization|cookie|api_?key|private_?key)$/i;

/** Replaces a secret; long enough for the property of API keys. */
const REDACTED = 'redacted-by-the-recording';

/** Copies a JSON value, with {@link REDACTED} in place of the strings of properties that are secret by their name. */
export function redact(value: unknown, isSecret = false): unknown {
  if (typeof value === 'string') return isSecret ? REDACTED : value;
  if (Array.isArray(value)) return value.map((item) => redact(item, isSecret));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, redact(part, isSecret || SECRET_NAME.test(name))]),
  );
}
