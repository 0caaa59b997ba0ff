/** Texts of others as they may leave: without what people do not see, and without secrets. */
import { redact } from './redact.ts';

/** Removes control characters and marks that reorder text. */
export function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  return text.replaceAll(/[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/g, ' ').trim();
}

/** Returns the visible part of a text, with secrets replaced. */
export function clean(text: string): string {
  return redact(visible(text)).text;
}
