/** No regular expression takes more than linear time on a text from outside. */
import { sampleByHash } from '@aispm/testing';
import { expect, it } from 'vitest';
import { readExpressions } from '../lint/read-expressions.ts';
import { findSlow } from './find-slow.ts';

const { expressions } = readExpressions();
const all = [...new Map(expressions.map((each) => [`/${each.source}/${each.flags}`, each])).values()];

/** `npm run lint:expressions` checks all of them on each push, by another method. */
const distinct = sampleByHash(all, ({ source, flags }) => `/${source}/${flags}`, 4);

it('no part of what an expression matches, repeated, makes it slow', () => {
  expect(distinct.flatMap((expression) => findSlow(expression) ?? [])).toEqual([]);
});
