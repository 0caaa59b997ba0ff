/** Replaces secrets in strings. All strings of a file pass through it before they become facts. */
import { replaceJsonWebTokens } from '@aispm/openapi/json-web-tokens';

/** The text that replaces a secret, as the contract defines it. */
export const REDACTED = '[REDACTED]';

/**
 * Patterns of secrets. The group `prefix` isn't replaced, so that a reader still sees which setting contained the secret.
 * Sources: the token formats that their issuers publish; RFC 7519 for JWT; RFC 7468 for keys; RFC 3986 for passwords in URLs.
 */
const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  /\bgh[pousr]_[A-Za-z0-9]{16,255}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{16,255}\b/g,
  /\bgl(?:pat|ptt|dt|rt|soat|cbt)-[A-Za-z0-9_-]{16,}/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\bxapp-[A-Za-z0-9-]{10,}/g,
  /https:\/\/hooks\.slack\.com\/services\/[A-Za-z0-9/]{10,}/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\bya29\.[A-Za-z0-9_-]{16,}/g,
  /\bGOCSPX-[A-Za-z0-9_-]{16,}/g,
  /\b(?:sk|rk|pk|whsec)_(?:live_|test_)?[A-Za-z0-9]{16,}\b/g,
  /\baispm_[A-Za-z0-9_-]{16,}/g,
  /\b\d{8,10}:[A-Za-z0-9_-]{35}\b/g,
  /(?<prefix>\b(?:Bearer|Basic|Token)\s+)(?![${<])[A-Za-z0-9._~+/=-]{12,}/gi,
  /(?<prefix>:\/\/[^\s:/@]{0,255}:)[^\s/]+(?=@)/g,
  /(?<prefix>:\/\/)(?=[^\s:/@]{0,255}\d)[^\s:/@$<{%[]{16,}(?=@)/g,
  /(?<prefix>[?&](?:[a-z_-]{0,32}(?:key|token|secret|password|passwd|pass|pwd|auth|jwt|credentials?|sig|signature))=)[^&\s"'${<]{6,}/gi,
  /(?<prefix>(?:password|passwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|account[_-]?key)["']?\s{0,8}[:=]\s{0,8}["']?)(?!\[REDACTED\])(?:(?<=["'])[^"'\n]{6,}|[^\s"',;)}({[$<]{6,512}(?![\w.]*\()[^\s"',;)}({[$<]*)/gi,
];

/** What may contain a JSON Web Token, or a token whose prefix names its issuer. */
const DOTTED = /[A-Za-z0-9_.-]{21,}/g;

const ISSUER =
  /\b(?:sk|pk|lsv2|fw|gsk|xai|pplx|hf|r8|tvly|ntn|secret|dop_v1|npm|pypi|shpat|shpss|dapi|figd|lin_api|SG|key|nvapi|csk)[-_.]/g;

/** Redacts the tokens in a string without other characters than theirs. A pattern for them would take quadratic time. */
function redactToken(text: string): string {
  const lastDigit = text.search(/\d\D*$/);
  for (const { index, 0: prefix } of text.matchAll(ISSUER)) {
    const start = index + prefix.length;
    if (text.length - start >= 20 && lastDigit >= start)
      return `${replaceJsonWebTokens(text.slice(0, index), REDACTED)}${REDACTED}`;
  }
  return replaceJsonWebTokens(text, REDACTED);
}

/** Every secret contains one of these. Most strings contain none, and this search is cheap. */
const HINT =
  /-----BEGIN|gh[pousr]_|github_pat_|gl\w{2,4}-|A[A-Z]{3}[A-Z0-9]{16}|xox|xapp|hooks\.slack|AIza|ya29|GOCSPX|[-_.][A-Za-z0-9]*\d|eyJ|:\/\/|bearer|basic|passw|secret|token|key|\d:/i;

/** A string without secrets, and whether it had any. */
export interface Redacted {
  readonly text: string;
  readonly redacted: boolean;
}

/** Replaces everything in a string that looks like a secret with `[REDACTED]`. */
export function redact(text: string): Redacted {
  if (text.length < 8 || !HINT.test(text)) return { text, redacted: false };
  let result = text.replace(DOTTED, redactToken);
  for (const secret of SECRETS) {
    result = result.replace(secret, (...match) => {
      const groups: unknown = match.at(-1);
      const prefix = typeof groups === 'object' && groups !== null ? (groups as { prefix?: string }).prefix : undefined;
      // `api_key: <your key>` names no secret.
      if (prefix !== undefined && /[:=]\s*["']?$/.test(prefix) && isPlaceholder(match[0].slice(prefix.length)))
        return match[0];
      return `${prefix ?? ''}${REDACTED}`;
    });
  }
  return { text: result, redacted: result !== text };
}

/** Returns whether a value is a placeholder for a secret that is stored elsewhere. */
export function isPlaceholder(value: string): boolean {
  return (
    value.trim().length < 4 ||
    /^\s*(?:(?:Bearer|Basic|Token)\s+)?(?:\$|<|\{|%|\[|\*|process\.env|os\.environ|secrets?\.|env:|op:\/\/|vault:|file:)/i.test(
      value,
    ) ||
    /(?:^|[^a-z])(?:your|my|example|sample|changeme|change-me|placeholder|dummy|replace|insert|todo|xxx+|none|null|undefined|true|false|test)(?:$|[^a-z])|x{4,}|\.\.\.|…/i.test(
      value,
    )
  );
}

/** Names of settings whose values are secrets. */
const SECRET_NAME =
  /(?:^|[_.-])(?:api[_-]?key|apikey|access[_-]?key|secret|token|jwt|password|passwd|passphrase|pass|pwd|credentials?|private[_-]?key|auth|pat|bearer|connection[_-]?string|dsn|cookie|key)(?:$|[_.-]|\d)/i;

/** Returns whether a setting of this name usually contains a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'));
}
