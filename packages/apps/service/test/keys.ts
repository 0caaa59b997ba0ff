/** The parts of API keys. */
import { parseKeyId } from '../src/platform/keys/key.ts';

/** Returns the secret part of a key, which may contain the character that separates the parts. */
export function findSecretPart(key: string): string {
  return key.slice(`aispm_${parseKeyId(key)}_`.length);
}
