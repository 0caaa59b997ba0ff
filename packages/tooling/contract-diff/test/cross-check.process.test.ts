/** `redocly diff` as a second opinion on the injected changes: one in four on each push, all at night. */
import { sampleByHash } from '@aispm/testing';
import { expect, it } from 'vitest';
import { VERDICTS } from '../src/changes/verdict.ts';
import { injectedChanges } from './injected-changes.ts';
import { createPair } from './pair.ts';
import { getSecondOpinions } from './redocly-diff.ts';

/** Of each verdict, so that the sample has every verdict. */
const changes = VERDICTS.flatMap((verdict) =>
  sampleByHash(
    injectedChanges.filter((change) => change.verdict === verdict),
    ({ title }) => title,
    4,
  ),
);

it('redocly diff has the verdicts that the table has as the second opinion', async () => {
  const verdicts = await getSecondOpinions(changes.map(createPair));
  const found = changes.map(({ title }, index) => `${title}: ${verdicts[index]}`);
  expect(found).toEqual(changes.map(({ title, verdict, redocly }) => `${title}: ${redocly?.verdict ?? verdict}`));
});
