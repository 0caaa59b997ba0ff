import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { toVisibleParts } from '../src/shared/text/visible-text.ts';

describe('toVisibleParts', () => {
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
    [
      'hidden letters and marks in words',
      'Claims\u{e0100}Triage',
      [
        { text: 'Claims', kind: 'plain' },
        { text: 'U+E0100', kind: 'hidden' },
        { text: 'Triage', kind: 'plain' },
      ],
    ],
    [
      'words of several scripts next to hidden letters',
      'p\u0430y\u3164pal',
      [
        { text: 'p\u0430y', kind: 'mixed' },
        { text: 'U+3164', kind: 'hidden' },
        { text: 'pal', kind: 'plain' },
      ],
    ],
    ['mathematical letters', '\u{1d422}d', [{ text: '\u{1d422}d', kind: 'mixed' }]],
  ])('marks %s', (_, text, parts) => {
    expect(toVisibleParts(text)).toEqual(parts);
  });

  it.each([
    'Заявка на возврат',
    'Рост со скидкой',
    'Ελληνικά',
    '配送代理',
    '葛\u{e0100}城さん',
    'می\u200cخواهم',
    'naïve café',
    'line\nbreak\tand tab',
    'عربي',
    '🚚 ❤\ufe0f 👩\u200d💻 1\ufe0f\u20e3',
  ])('leaves "%s" unchanged', (text) => {
    expect(toVisibleParts(text)).toEqual([{ text, kind: 'plain' }]);
  });

  it('preserves all characters of any string', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom(
        '\u034f',
        '\u115f',
        '\u3164',
        '\ufe0f',
        '\u{e0100}',
        '\u200d',
        '葛',
        '👩',
        'م',
        'a',
        '\u0430',
        '\n',
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (texts) => {
        const text = texts.join('');
        const restored = toVisibleParts(text).map((part) =>
          part.kind === 'hidden' ? String.fromCodePoint(Number.parseInt(part.text.slice(2), 16)) : part.text,
        );
        expect(restored.join('')).toBe(text);
      }),
      { numRuns: 1_000 },
    );
  });
});
