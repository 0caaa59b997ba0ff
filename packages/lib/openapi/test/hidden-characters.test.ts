import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { formatCodePoint, listHidden, replaceHidden, splitHidden } from '../src/text/hidden-characters.ts';

const CODE_POINTS = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
/** What is easily mistaken for a part of a word, because Unicode calls it a letter or a mark. */
const IGNORED_LETTERS = CODE_POINTS.filter((character) =>
  /^(?=\p{Default_Ignorable_Code_Point})[\p{L}\p{M}]$/u.test(character),
);
/** Words of scripts in which no hidden character has a use. */
const WORDS = ['Triage', 'Заявка', 'Ελληνικά', 'ひらがな', '한국어', 'שלום', 'ไทย', '12', '_'];

const toTags = (text: string) =>
  text.replace(/./gsu, (character) => String.fromCodePoint(0xe0000 + character.charCodeAt(0)));
const flagOf = (region: string) => `\u{1f3f4}${toTags(`${region}\x7f`)}`;
const hidden = (text: string) => ({ text, isHidden: true });
const seen = (text: string) => ({ text, isHidden: false });

describe('hidden characters', () => {
  it('include those that Unicode ignores, even letters and marks', () => {
    expect(IGNORED_LETTERS.length).toBeGreaterThan(260);
    expect(IGNORED_LETTERS.join('')).toMatch(
      /\u034f.*\u115f\u1160.*\u17b4\u17b5.*\u180b.*\u3164.*\ufe00.*\uffa0.*\u{e0100}/u,
    );
    const missed = CODE_POINTS.filter(
      (character) => /\p{Default_Ignorable_Code_Point}/u.test(character) && !splitHidden(character)[0]?.isHidden,
    );
    expect(missed).toEqual([]);
  });

  it.each(WORDS)('are hidden at the start, in the middle and at the end of "%s"', (word) => {
    const [start, end] = [word.slice(0, 1), word.slice(1)];
    for (const character of IGNORED_LETTERS) {
      expect(splitHidden(`${character}${word}`)).toEqual([hidden(character), seen(word)]);
      expect(splitHidden(`${word}${character}`)).toEqual([seen(word), hidden(character)]);
      expect(splitHidden(`${start}${character}${end}`)).toEqual(
        [seen(start), hidden(character), seen(end)].filter(({ text }) => text !== ''),
      );
    }
  });

  it.each([
    ['controls', 'a\u001bb', '\u001b'],
    ['line breaks', 'a\nb', '\n'],
    ['separators of lines', 'a\u2028b', '\u2028'],
    ['bidirectional controls', 'a\u202eb', '\u202e'],
    ['soft hyphens', 'a\u00adb', '\u00ad'],
    ['zero-width spaces', 'a\u200bb', '\u200b'],
    ['joiners between Latin letters', 'a\u200db', '\u200d'],
    ['joiners between words', 'می \u200c خواهم', '\u200c'],
    ['a second joiner', 'می\u200c\u200cخواهم', '\u200c\u200c'],
    ['non-joiners at the end of a word', 'می\u200c', '\u200c'],
    ['joiners between Arabic and Latin letters', 'می\u200da', '\u200d'],
    ['joiners after a hidden letter', 'ក\u17b4\u200dក', '\u17b4\u200d'],
    ['joiners between an emoji and a letter', '👩\u200da', '\u200d'],
    ['tags', '🚚\u{e0041}', '\u{e0041}'],
    ['tags of other flags', flagOf('ustx'), toTags('ustx\x7f')],
    ['a second variation selector', '葛\u{e0100}\u{e0101}', '\u{e0101}'],
    ['variation selectors after Japanese syllables', 'か\u{e0100}', '\u{e0100}'],
    ['variation selectors of Han characters after an emoji', '😀\u{e0100}', '\u{e0100}'],
    ['variation selectors of digits without a keycap', '1\ufe0f', '\ufe0f'],
    ['Mongolian selectors after other letters', 'a\u180b', '\u180b'],
    ['Mongolian vowel separators at the end of a word', 'ᠨ\u180e', '\u180e'],
    ['Hangul fillers that replace nothing', '\u115f\u1160', '\u115f\u1160'],
    ['blank Hangul letters', '가\u3164나\uffa0', '\u3164\uffa0'],
    ['unpaired surrogates', 'a\ud800', '\ud800'],
    ['private characters', '\ue000', '\ue000'],
  ])('include %s', (_, text, expected) => {
    const found = splitHidden(text).flatMap((segment) => (segment.isHidden ? [segment.text] : []));
    expect(found.join('')).toBe(expected);
  });

  it.each([
    ['Japanese names with variants', '葛\u{e0100}城 渡邉\u{e0101}'],
    ['standard variants of Han characters', '神\ufe00社'],
    ['emoji in color and in black', '❤\ufe0f ❤\ufe0e ☁\ufe0f'],
    ['keycaps', '1\ufe0f\u20e3 #\ufe0f\u20e3'],
    ['joined emoji', '👩‍💻 👨‍👩‍👧‍👦 🏳️‍🌈 👩🏽‍❤️‍💋‍👨🏿 🧑🏻‍🦰 🏃🏾‍♀️'],
    ['flags of parts of a country', ['gbeng', 'gbsct', 'gbwls'].map(flagOf).join(' ')],
    ['Persian words', 'می\u200cخواهم کتاب\u200cها ه\u200d'],
    ['Persian words with vowels', 'مِ\u200cخواهم'],
    ['Indic conjuncts', 'क्\u200dष क्\u200cष ර්\u200dය র\u200d্য ശ്രീ\u200cകല ന്\u200d'],
    ['Mongolian variants and vowel separators', 'ᠨ\u180bᠠ ᠬ\u180fᠠ ᠨ\u180eᠠ ᠨ\u180b\u180eᠠ'],
    ['Hangul syllables without a letter', '\u115f\u1161 \u1100\u1160 \u1100\u1160\u11a8 \u115f\u1160\u11a8'],
    ['Arabic signs around digits', '\u06dd١'],
    ['accents of their own', 'nai\u0308ve cafe\u0301'],
  ])('are not in %s', (_, text) => {
    expect(splitHidden(text)).toEqual([seen(text)]);
  });

  it('are split from the others without loss, for any text', () => {
    const part = fc.oneof(
      fc.constantFrom(...IGNORED_LETTERS, ...WORDS),
      fc.constantFrom(
        '\u200c',
        '\u200d',
        '\ufe0f',
        '\u{e0100}',
        '葛',
        '👩',
        '🏽',
        'م',
        'क',
        '्',
        'ᠨ',
        '\u1100',
        '\u11a8',
        '\ud83d',
        '\udc69',
        '\n',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (texts) => {
        const text = texts.join('');
        const segments = splitHidden(text);
        expect(segments.map((segment) => segment.text).join('')).toBe(text);
        expect(segments.every((segment) => !segment.isHidden || Array.from(segment.text).length === 1)).toBe(true);
        expect(replaceHidden(text, (character) => character)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the hidden characters that are suspicious', () => {
  it('do not include those that text has for good reasons', () => {
    expect(listHidden('שלום\u200f (1)\r\n\tمی\u200cخواهم 👩‍💻 \ue0b0')).toEqual([]);
  });

  it('carry what only a model reads', () => {
    expect(listHidden('a\u{e0041}\u{e0100}\u3164\u200b\u200d\u001b')).toEqual([
      '\u{e0041}',
      '\u{e0100}',
      '\u3164',
      '\u200b',
      '\u200d',
      '\u001b',
    ]);
  });

  it.each([
    ['\t', 'U+0009'],
    ['\u200b', 'U+200B'],
    ['\u{e0041}', 'U+E0041'],
    ['\ud800', 'U+D800'],
  ])('are named by their code points', (character, name) => {
    expect(formatCodePoint(character)).toBe(name);
  });
});
