import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toVisibleParts } from '../src/text/visible-text.ts';

describe('texts from outside', () => {
  it.each([
    [
      'bidirectional controls',
      'a\u202eb',
      [
        { text: 'a', kind: 'plain' },
        { text: 'U+202E', kind: 'hidden' },
        { text: 'b', kind: 'plain' },
      ],
    ],
    ['zero-width characters', '\u200b', [{ text: 'U+200B', kind: 'hidden' }]],
    ['escape sequences', '\u001b', [{ text: 'U+001B', kind: 'hidden' }]],
    ['tags', '\u{e0041}', [{ text: 'U+E0041', kind: 'hidden' }]],
    ['unpaired surrogates', '\ud800', [{ text: 'U+D800', kind: 'hidden' }]],
    ['words of several scripts', 'p\u0430ypal', [{ text: 'p\u0430ypal', kind: 'mixed' }]],
    ['words that only seem Latin', '\u0441\u043e\u0440\u0443', [{ text: '\u0441\u043e\u0440\u0443', kind: 'mixed' }]],
    ['mathematical letters', '\u{1d422}d', [{ text: '\u{1d422}d', kind: 'mixed' }]],
  ])('show %s', (_, text, parts) => {
    expect(toVisibleParts(text)).toEqual(parts);
  });

  it.each([
    'Заявка на возврат',
    'Рост со скидкой',
    'Ελληνικά',
    '配送代理',
    'naïve café',
    'line\nbreak\tand tab',
    'عربي',
    '🚚',
  ])('leave "%s" as it is', (text) => {
    expect(toVisibleParts(text)).toEqual([{ text, kind: 'plain' }]);
  });

  it('lose no character and show no hidden one, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parts = toVisibleParts(text);
        const restored = parts.map((part) =>
          part.kind === 'hidden' ? String.fromCodePoint(Number.parseInt(part.text.slice(2), 16)) : part.text,
        );
        expect(restored.join('')).toBe(text);
        expect(parts.map((part) => part.text).join('')).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b-\u200f]/);
      }),
    );
  });
});
