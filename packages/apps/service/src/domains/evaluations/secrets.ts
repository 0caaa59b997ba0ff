/** Finds secrets that users entered in settings by mistake. Settings are stored and returned. */
import { clip, formatPointer, MAX_DETAILS } from '@aispm/openapi';
import { unprocessable } from '../../platform/http/errors/errors.ts';
import { REDACTED, REDACTION_DEADLINE_MS, redact, redactInTime } from '../../platform/redaction/redaction.ts';
import type { Threads } from '../../platform/threads/threads.ts';

/** Last words in the names of secrets. */
const SECRET_WORDS = toWords(
  `apikey accesskey accesstoken auth authorization authtoken bearer clientsecret cookie cookies credential credentials jwt otp passcode
  passphrase passwd password pat privatekey pwd secret secretkey secrets sig signature token`,
);
/** Words that, followed by `key`, name a secret. */
const KEY_WORDS = toWords(
  `access account api auth encryption function functions master private rapidapi secret service shared signing ssh storage
  subscription`,
);
/** Words that may follow them, as in `password_value`. */
const FILLERS = toWords('header string text value');
const MAX_NAME_LENGTH = 100;

/** A string in a document, or the name of a property. */
interface Text {
  readonly text: string;
  readonly path: readonly string[];
  /** Whether the name of the property suggests that the string is a secret. */
  readonly isNamedSecret: boolean;
}

/**
 * Checks that the settings of an evaluation don't contain anything that looks like a secret, in values, property names or URLs,
 * at any depth.
 *
 * @throws {ApiError} 422 with the locations, but without values
 */
export async function checkForSecrets(threads: Threads, tenantId: string, config: object = {}): Promise<void> {
  const strings = [...listStrings(config, [], false)];
  const redacted = await redactInTime(
    threads,
    tenantId,
    strings.map(({ text }) => text),
  );
  if (redacted === undefined) {
    throw unprocessable('invalid_config', {
      'body/config': `could not be searched for secrets within ${REDACTION_DEADLINE_MS / 1_000} seconds. Shorten it`,
    });
  }
  const found = strings.filter(
    ({ text, isNamedSecret }, index) => isNamedSecret || redacted.value[index] !== text || isUrlWithSecret(text),
  );
  if (found.length === 0) return;
  const problem =
    "looks like a secret, and settings are stored and returned. Remove it; to authenticate, select one of the operator's credentials in `request.credential`";
  throw unprocessable(
    'invalid_config',
    Object.fromEntries(found.slice(0, MAX_DETAILS).map(({ path }) => [formatLocation(path), problem])),
  );
}

/** Returns whether a name belongs to a secret, such as `clientSecret`, `x-api-key` or `DB_PASSWORD`. */
export function isSecretName(name: string): boolean {
  const words = name
    .slice(-MAX_NAME_LENGTH)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '');
  while (words.length > 1 && FILLERS.has(words.at(-1) ?? '')) words.pop();
  const [last = '', previous = ''] = words.toReversed();
  return SECRET_WORDS.has(last) || (last === 'key' && KEY_WORDS.has(previous));
}

/** Lists the strings in a value, and the names of its properties. */
function* listStrings(value: unknown, path: readonly string[], isNamedSecret: boolean): Generator<Text> {
  if (typeof value === 'string' || (typeof value === 'number' && isNamedSecret)) {
    const text = String(value);
    yield { text, path, isNamedSecret: isNamedSecret && text !== '' && text !== REDACTED };
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const isHeaders = !Array.isArray(value) && formatPointer(path) === '/request/headers';
  for (const [name, property] of Object.entries(value)) {
    const propertyPath = [...path, name];
    if (!Array.isArray(value)) yield { text: name, path, isNamedSecret: false };
    const isReference = formatPointer(propertyPath) === '/request/credential';
    const isSecret = !Array.isArray(value) && (isSecretName(name) || (isHeaders && isKeyName(name)));
    yield* listStrings(property, propertyPath, !isReference && (isNamedSecret || isSecret));
  }
}

/** Returns whether a string contains a URL with a user, a password or a secret parameter. */
function isUrlWithSecret(text: string): boolean {
  if (/[a-z0-9+.-]:\/\/[^\s/?#@]{1,255}@/i.test(text)) return true;
  const parameters = [...text.matchAll(/[?&]([a-z0-9_.-]{1,64})=[^\s&#]/gi)];
  return parameters.some(([, name = '']) => isSecretName(name) || isKeyName(name));
}

/** Returns whether a name ends with the word "key", which names a secret in headers and URLs. */
function isKeyName(name: string): boolean {
  return /(?:^|[_.-])key$/i.test(name);
}

/** Formats the location of a string. Names are shortened, because they may be secrets themselves. */
function formatLocation(path: readonly string[]): string {
  return `body/config${formatPointer(path.map((name) => redact(clip(name, MAX_NAME_LENGTH)).text))}`;
}

function toWords(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
