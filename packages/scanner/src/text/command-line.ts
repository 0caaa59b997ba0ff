/** Secrets in command lines and in source text that contains them: the value of `--token`, of `-e API_KEY=…`, of a header. */
import { isPlaceholder, isSecretName, REDACTED, redact } from './redact.ts';

/** A part of a string that is a secret; the end is exclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Replaces secrets in a command line, or in the source text of a list of arguments. */
export function redactCommandLine(text: string): string {
  let result = '';
  let end = 0;
  for (const secret of secretRanges(text).toSorted((a, b) => a.start - b.start)) {
    if (secret.start < end) continue;
    result += `${text.slice(end, secret.start)}${REDACTED}`;
    end = secret.end;
  }
  return redact(`${result}${text.slice(end)}`).text;
}

/** Returns the secrets in the arguments of a program. */
export function secretsOfArguments(args: readonly string[]): readonly string[] {
  const text = args.map((argument) => JSON.stringify(argument)).join(', ');
  return secretRanges(text).map(({ start, end }) => text.slice(start, end).replaceAll(/\\(["\\])/g, '$1'));
}

/** Returns whether the value of an option is a secret; the name has no dashes in front. */
export function isSecretOption(name: string): boolean {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').replaceAll(/[_.]/g, '-');
  return isSecretName(words) && !NOT_THE_SECRET.test(words);
}

/** Returns whether a value that follows a secret option is visible: a placeholder, a path, or a way to authenticate. */
export function isVisibleValue(value: string): boolean {
  return isPlaceholder(value) || PATH.test(value) || SCHEME.test(value);
}

/** Options that describe a secret, such as `--token-file`, or that turn something on or off, such as `--no-password`. */
const NOT_THE_SECRET =
  /^(?:no|max|min|num|use|enable|disable|allow|require|skip|show|hide|with|without|generate|sort|primary|partition|foreign|public|group|cache|row)-|-(?:files?|paths?|dir|directory|folder|limit|type|name|env|environment|var|variable|endpoint|url|uri|host|header|length|count|budget|ttl|expiry|lifetime|mode|provider|method|id|format|store|column|field|algorithm|size|timeout|issuer|audience|helper|command|version|prefix|scopes?|server|required|enabled|policy|window)$/i;

const PATH =
  /^(?:\.{1,2}[\\/]|~[\\/]|[A-Za-z]:[\\/]|\/[a-z]{2,}\/)|\.(?:pem|key|crt|cer|p12|pfx|jks|txt|json|ya?ml|toml|env)$/i;
const SCHEME =
  /^(?:oauth(?:2(?:\.0)?)?|oidc|basic|bearer|digest|ntlm|kerberos|jwt|api[-_]?key|token|header|iam|sigv4)$/i;

/** An option and what separates it from its value: in a shell, in a list of strings, in a list of YAML. */
const OPTION =
  /(?<![\w$./:@-])(?<dash>--?|\/)(?<name>[A-Za-z][\w.-]{0,63})(?<separator>\\?["'`]\s{0,8},\s{0,80}[A-Za-z$@]{0,2}\\?["'`]|["']?\s{0,8}\n\s{0,40}-\s{1,4}["']?|\s{1,8}\\?["'`]?|[:=]\\?["'`]?|)/g;
/** A setting in a string: `API_KEY=…`, `Pwd=…`, `"pass": "…"`. */
const SETTING =
  /(?<before>^|[\s"'`;:&?=])(?<name>[A-Za-z_][\w.-]{1,63})(?<separator>=\\?["'`]?|\\?["']\s{0,8}:\s{0,8}\\?["'])/g;
/** How far before a user the container that runs as this user is looked for. */
const MAX_COMMAND = 1_000;
/** Keys of JSON objects whose values are usually something else. */
const GENERAL = /^(?:key|auth|cookie|pat)$/i;

/** Maximum length of the part of a value that decides whether it's a secret, in characters. */
const MAX_DECIDING = 512;
/** The end of a longer value. It has no length limit: what follows its start is as secret. */
const LONG_VALUE_END = /["'`\n]/g;

function secretRanges(text: string): readonly Range[] {
  const findOptionEnd = createEndFinder(text);
  const options = [...text.matchAll(OPTION)].flatMap((match) => {
    const { dash = '', name = '', separator = '' } = match.groups ?? {};
    const start = match.index + match[0].length;
    // `-p` can mean a password, a port or a package: only what looks generated is a secret.
    if (separator === '')
      return dash === '-' && isGenerated(name.slice(1)) ? [{ start: start - name.length + 1, end: start }] : [];
    const value = valueAt(text, start, separator);
    const isOption = /^-/.test(value) && !/[:=]/.test(separator);
    return isOption
      ? []
      : optionSecret(name, dash, value, text.slice(Math.max(0, start - MAX_COMMAND), start)).map((range) => ({
          start: start + range.start,
          end: range.end === MAX_DECIDING ? findOptionEnd(start + range.end) : start + range.end,
        }));
  });
  const findSettingEnd = createEndFinder(text);
  const settings = [...text.matchAll(SETTING)].flatMap((match) => {
    const { before = '', name = '', separator = '' } = match.groups ?? {};
    const start = match.index + match[0].length;
    const value = valueAt(text, start, separator);
    const isJson = separator.includes(':');
    // In code, `token=token` passes an argument.
    const isCode = /^\s?$/.test(before) && !/^[A-Z][A-Z0-9_]*$/.test(name);
    if (isCode || (isJson && GENERAL.test(name)) || !isSecretOption(name) || isVisibleValue(value)) return [];
    const end = start + value.length;
    return [{ start, end: value.length === MAX_DECIDING ? findSettingEnd(end) : end }];
  });
  return [...options, ...settings];
}

/** Returns the secret in the value of an option. */
function optionSecret(name: string, dash: string, value: string, before: string): readonly Range[] {
  const whole = { start: 0, end: value.length };
  if (isSecretOption(name)) return isVisibleValue(value) ? [] : [whole];
  if (name.length === 1 && isGenerated(value)) return [whole];
  if (dash === '/') return [];
  if (/^(?:H|headers?|http-header)$/.test(name)) return headerSecret(value);
  if (/^(?:u|user|username|basic)$/.test(name)) return userSecret(value, /\b(?:docker|podman)\b/.test(before));
  return [];
}

function headerSecret(value: string): readonly Range[] {
  const [prefix = '', header = ''] =
    /^([\w-]{1,64})\s{0,4}:\s{0,4}(?:(?:Bearer|Basic|Token)\s{1,4})?/i.exec(value) ?? [];
  const isSecret = /^(?:proxy-)?authorization$/i.test(header) || isSecretName(header);
  return isSecret && !isPlaceholder(value.slice(prefix.length)) ? [{ start: prefix.length, end: value.length }] : [];
}

/** The password in `name:password`. In a container's command, `name:group` is something else. */
function userSecret(value: string, isContainer: boolean): readonly Range[] {
  const start = value.indexOf(':') + 1;
  const password = value.slice(start);
  const isGroup = /^\d+$/.test(password) || (isContainer && /^[a-z_-]+$/.test(password));
  return start === 0 || isGroup || isPlaceholder(password) ? [] : [{ start, end: value.length }];
}

/** Returns whether a value has lowercase letters, uppercase letters and digits, as only passwords and tokens usually have. */
function isGenerated(value: string): boolean {
  return /^[\w!#%&*+=~^-]{12,}$/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}

/** Returns the value at an index: up to the quote that ends it, or up to the next word. */
function valueAt(text: string, start: number, separator: string): string {
  const [quote] = /\\?["'`]$/.exec(separator) ?? [];
  const rest = text.slice(start, start + MAX_DECIDING);
  if (quote === undefined) return /^[^\s"'`\\;]*/.exec(rest)?.[0] ?? '';
  // What follows the quote at the end of a string is code.
  if (/^[\s,)]/.test(rest)) return '';
  const end = rest.indexOf(quote);
  return end === -1 ? (/^[^\n]*/.exec(rest)?.[0] ?? '') : rest.slice(0, end);
}

/** Returns a function that finds the end of a long value after an index. Indexes must ascend: all searches together read the text once. */
function createEndFinder(text: string): (index: number) => number {
  let end = -1;
  return (index) => {
    if (end < index) {
      LONG_VALUE_END.lastIndex = index;
      end = LONG_VALUE_END.exec(text)?.index ?? text.length;
    }
    return end;
  };
}
