/** Makes strings of a repository safe for terminals. */
import { replaceHidden } from '@aispm/openapi/hidden-characters';

/** Replaces everything that a terminal would interpret or not show: control characters, escape sequences, and hidden characters. */
export function printable(text: string): string {
  return replaceHidden(text, (character) =>
    character === '\n' || character === '\t'
      ? ' '
      : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
