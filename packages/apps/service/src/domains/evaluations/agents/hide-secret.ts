/** Removes the secret of a credential from what an agent sends back. */
import { REDACTED } from '../../../platform/redaction/redaction.ts';
import type { SentCredential } from './credentials.ts';

/** A shorter part of a secret occurs in texts by chance. */
const MIN_PART_LENGTH = 8;

/**
 * Replaces a secret in a text, as it is, percent-encoded and in Base64. Of a user with a password in Base64, as RFC 7617 has it, the
 * password is replaced as well.
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
