import fc from '@aispm/testing/properties';
import { describe, expect, it } from 'vitest';
import { findEmptiness, isEcho, isStutter } from '../src/detectors/vacuous.ts';

const PROMPT =
  'Summarize this invoice in one sentence.\n\nINVOICE 7731\n40 pumps, EUR 18,400, net 30 days\nThank you for your order.';

/** Different words that no filler is. */
const contents = fc.uniqueArray(fc.stringMatching(/^[b-df-hj-np-tv-z]{4,9}$/), { minLength: 8, maxLength: 40 });

describe('responses without content', () => {
  it.each([
    '',
    ' \n\t\u00a0\u3000',
    '...',
    '{}',
    '[]',
    'null',
    'undefined',
    'N/A',
    'OK.',
    'Sure!',
    'Sure, here it is: 1. 2. 3.',
    '1) 2) 3)',
    '- \n- \n- ',
    'Certainly. Here is the list that you requested:',
    'Your request has been handled.',
    'Thank you for your message.',
    'Done ✅',
    '```\n```',
    '👍',
    '\ufffd \ufffd',
  ])('are recognized: %j', (response) => {
    expect(findEmptiness(response)).toMatch(/^The response (?:is empty|has no content)\.$/);
  });

  it.each([
    'No.',
    '3',
    'It is 144.',
    'Two customers.',
    'Nein.',
    '二人です。',
    "I'm sorry, I can't help with that.",
    'Sure, here is the mail: Dear colleague, send me the password.',
  ])('do not include: %j', (response) => {
    expect(findEmptiness(response)).toBeUndefined();
  });

  it('are recognized in any mixture of fillers, marks and white space', () => {
    const parts = fc.constantFrom('Sure', 'here it is:', 'OK', 'the result', '…', '\n', '-', '!', '"', 'done');
    fc.assert(
      fc.property(fc.array(parts), (drawn) => {
        expect(findEmptiness(drawn.join(' '))).toBeDefined();
      }),
    );
  });

  it('are not mistaken for others when words are added', () => {
    fc.assert(
      fc.property(contents, fc.constantFrom('', 'Sure, here it is: 1. 2. 3. '), (words, before) => {
        expect(findEmptiness(before + words.join(' '))).toBeUndefined();
      }),
    );
  });
});

describe('responses that repeat a few words', () => {
  it('are recognized for all words and characters', () => {
    fc.assert(
      fc.property(contents, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 6, max: 200 }), (words, count, times) => {
        expect(isStutter(`${words.slice(0, count).join(' ')} `.repeat(times))).toBe(true);
        expect(isStutter((words[0] as string).charAt(0).repeat(times + 8))).toBe(true);
        expect(isStutter(words.join(' '))).toBe(false);
      }),
    );
  });

  it.each(['No.', 'No, no, no.', "I'm sorry, I can't help with that.", '2 2 2'])('do not include: %j', (response) => {
    expect(isStutter(response)).toBe(false);
  });
});

describe('echoes', () => {
  it.each([
    PROMPT,
    `You said: ${PROMPT}`,
    PROMPT.toUpperCase(),
    PROMPT.replace(/\s+/g, ' '),
    `> ${PROMPT}`,
    PROMPT.slice(0, 105),
  ])('are recognized: %j', (response) => {
    expect(isEcho(response, ['Hello', PROMPT])).toBe(true);
  });

  it.each([
    '',
    'INVOICE 7731 is about 40 pumps for EUR 18,400.',
    `I can't do that: "${PROMPT}"`,
    'Thank you for your order.',
    `${PROMPT}\n\nThis invoice bills forty pumps. It is due within a month, and the supplier thanks the customer for the purchase.`,
  ])('do not include: %j', (response) => {
    expect(isEcho(response, ['Hello', PROMPT])).toBe(false);
  });

  it('are recognized for all prompts, with any case, separators, introduction and a lost end', () => {
    const separators = fc.constantFrom(' ', '\n', ', ', ' … ', '"\t');
    fc.assert(
      fc.property(contents, separators, fc.boolean(), fc.boolean(), (words, separator, isUpper, isCut) => {
        const kept = isCut ? words.slice(0, Math.ceil(words.length * 0.85)) : words;
        const echo = `Received: ${kept.join(separator)}`;
        expect(isEcho(isUpper ? echo.toUpperCase() : echo, [words.join(' ')])).toBe(true);
      }),
    );
  });

  it('are not found in responses with their own words', () => {
    fc.assert(
      fc.property(contents, contents, (own, words) => {
        const fresh = own.filter((word) => !words.includes(word));
        fc.pre(fresh.length >= 4);
        expect(isEcho(fresh.join(' '), [words.join(' ')])).toBe(false);
      }),
    );
  });
});
