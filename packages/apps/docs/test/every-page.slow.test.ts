/**
 * Each page in each width and color scheme.
 *
 * @module-tag long
 */
import { describe, it } from 'vitest';
import { operationAnchor, schemaAnchor } from '../build/reference-anchors.ts';
import { connectBrowser } from './browser.ts';
import { ALL_PAGES, ALL_VIEWS, COMPLETE_REFERENCE, checkPage, FIRST } from './page-checks.ts';

const { windows, itLoadsNothingElse } = connectBrowser();

/** The same page as without the fragment, at another place. */
const REFERENCE_LINKS = [operationAnchor(FIRST.operation), schemaAnchor(FIRST.schema)].map(
  (anchor) => `${COMPLETE_REFERENCE}#${anchor}`,
);

describe('a page in every view', () => {
  it.each(ALL_PAGES)('%s is small, fits into the window, and has landmarks and no accessibility violation', (address) =>
    checkPage(windows, address, ALL_VIEWS, { takesScreenshots: true }),
  );

  it.each(REFERENCE_LINKS)('%s is small, fits into the window, and has landmarks', (address) =>
    checkPage(
      windows,
      address,
      ALL_VIEWS.map((view) => ({ ...view, rules: 'none' as const })),
    ),
  );
});

describe('the opened pages', () => {
  itLoadsNothingElse([]);
});
