import { expect, it } from 'vitest';
import { findViolations } from '../../src/domains/scans/documents/validate-document.ts';
import { createFullDocument } from '../bulk/full-scan-document.ts';

it('other tasks can run after each item of a document that is validated', () => {
  const document = createFullDocument('long');
  const { objects, edges, locations, rules = [], occurrences } = document;
  const found = findViolations(document, { hasAsset: true, ruleSources: new Map(), interactions: new Set() });
  let steps = 0;
  let step = found.next();
  for (; !step.done; step = found.next()) steps += 1;
  expect(step.value).toBeUndefined();
  expect(steps).toBeGreaterThanOrEqual(objects.length + edges.length + locations.length + occurrences.length);
  expect(rules.length).toBeGreaterThan(0);
});
