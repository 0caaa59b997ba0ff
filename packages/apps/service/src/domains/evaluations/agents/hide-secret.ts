/** Removes the secret of a credential from an agent's responses. */
import { REDACTED } from '../../../platform/redaction/redaction.ts';
import type { SentCredential } from './credentials.ts';

/** A shorter part of a secret occurs in text by chance. */
const MIN_PART_LENGTH = 8;

/**
 * Replaces a secret in a text, whether it's plain, percent-encoded or in Base64. If the secret is a user and password in Base64
 * (RFC 7617), also replaces the password.
 */
export function hideSecret(text: string, { secret, value }: SentCredential): string {
  const password = /^basic /i.test(value)
    ? Buffer.from(secret, 'base64')
        .toString()
        .replace(/^[^:]*:/, '')
    : '';
  const forms = [secret, password].flatMap((part) => {
    const [unpadded = ''] = Buffer.from(part).toString('base64').split('=');
    return [part, encodeURIComponent(part), unpadded];
  });
  return forms
    .filter((form) => form.length >= MIN_PART_LENGTH)
    .reduce((result, form) => result.replaceAll(form, REDACTED), text);
}
