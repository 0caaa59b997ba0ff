import { describe, expect, it } from 'vitest';
import { isShown } from './shown.ts';

describe('an output', () => {
  it.each([
    ['equal text', 'One\nTwo\n', 'One\nTwo'],
    ['space at the ends of lines and around it', 'One\nTwo', '\nOne  \nTwo\n\n'],
    ['colors', 'One', '\u001b[31mOne\u001b[39m\n'],
    ['a value for a placeholder', 'key aispm_…, valid', 'key aispm_1a, valid'],
    ['lines for a line of a placeholder', 'One\n…\nFour', 'One\nTwo\nThree\nFour'],
    ['no lines for a line of a placeholder', 'One\n…\nFour', 'One\nFour'],
  ])('may have %s', (_, shown, printed) => {
    expect(isShown(shown, printed)).toBe(true);
  });

  it.each([
    ['another line', 'One\nTwo', 'One\nThree'],
    ['a line more', 'One', 'One\nTwo'],
    ['a line less', 'One\nTwo', 'One'],
    ['nothing for a placeholder', 'key aispm_…', 'key aispm_'],
    ['a line break for a placeholder', 'a … b', 'a 1\n2 b'],
    ['what a pattern would match', 'a.c', 'abc'],
  ])('must not have %s', (_, shown, printed) => {
    expect(isShown(shown, printed)).toBe(false);
  });
});
