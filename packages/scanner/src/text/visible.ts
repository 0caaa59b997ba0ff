/** Untrusted strings that are safe to output: without invisible characters and secrets. */
import { replaceHidden } from '@aispm/openapi/hidden-characters';
import { redact } from './redact.ts';

/** Replaces hidden characters by spaces. */
export function visible(text: string): string {
  return replaceHidden(text, () => ' ').trim();
}

/** Returns the visible part of a string, with secrets replaced. */
export function clean(text: string): string {
  return redact(visible(text)).text;
}
