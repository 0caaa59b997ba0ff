import { replaceJsonWebTokens } from '@aispm/openapi/json-web-tokens';

/** The text that replaces a secret, as the contract defines it. */
const REDACTED = '[REDACTED]';

/**
 * Secrets with a recognizable format. The group `prefix` isn't replaced, so that a reader still sees which setting contained the
 * secret.
 * Sources: the token formats that GitHub, GitLab, AWS, Slack, Google, Stripe, OpenAI and Anthropic publish; RFC 7519 for JWT;
 * RFC 7468 for keys; RFC 3986 for passwords in URLs.
 */
const FORMATS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\bgh[pousr]_[A-Za-z0-9]{36,255}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{22,255}\b/g,
  /\bglpat-[A-Za-z0-9_-]{20,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bxox[abposr]-[A-Za-z0-9-]{10,}/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}\b/g,
  /\bsk-[A-Za-z0-9_-]{20,}/g,
  /\baispm_[A-Za-z0-9_-]{16,}/g,
  /(?<prefix>\b(?:Bearer|Basic)\s+)[A-Za-z0-9._~+/=-]{12,}/gi,
  /(?<prefix>:\/\/[^\s:/@]{0,255}:)[^\s@/]{1,255}(?=@)/g,
];

/** Values of settings whose name says that they are secret. In source code, such a value may be a reference to the secret. */
const NAMED_VALUE =
  /(?<prefix>(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key)["']?\s{0,8}[:=]\s{0,8}["']?)(?!\[REDACTED\])(?:(?<=["'])[^"'\n]{6,512}|[^\s"',;)}]{6,512})/gi;

/** What may contain a JSON Web Token. */
const DOTTED = /[A-Za-z0-9_.-]{21,}/g;

/** Every secret contains one of these. Most strings contain none, and this search is cheap. */
const HINT =
  /-----BEGIN|gh[pousr]_|github_pat_|glpat-|AKIA|ASIA|xox|AIza|[srp]k[-_]|aispm_|eyJ|:\/\/|bearer|basic|passw|secret|token|key/i;

/** A string without secrets, and whether it had any. */
export interface Redacted {
  readonly text: string;
  readonly redacted: boolean;
}

/** Replaces everything in a string that looks like a secret, or is the value of a setting that is secret by its name, by `[REDACTED]`. */
export function redact(text: string): Redacted {
  return replace(text, [...FORMATS, NAMED_VALUE]);
}

/** Replaces everything in a string that has the format of a secret by `[REDACTED]`. For source code, whose other values may be references. */
export function redactFormats(text: string): Redacted {
  return replace(text, FORMATS);
}

function replace(text: string, secrets: readonly RegExp[]): Redacted {
  if (!HINT.test(text)) return { text, redacted: false };
  let result = text.replace(DOTTED, (part) => replaceJsonWebTokens(part, REDACTED));
  for (const secret of secrets) {
    result = result.replace(secret, (...match) => {
      const groups = match.at(-1);
      return `${typeof groups === 'object' ? (groups.prefix ?? '') : ''}${REDACTED}`;
    });
  }
  return { text: result, redacted: result !== text };
}
