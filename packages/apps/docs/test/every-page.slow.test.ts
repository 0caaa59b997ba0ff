/**
 * Every page at all widths and in both themes.
 *
 * @module-tag long
 */
import { describe, it } from 'vitest';
import { operationAnchor, schemaAnchor } from '../build/reference-anchors.ts';
import { connectBrowser } from './browser.ts';
import { ALL_PAGES, ALL_VIEWS, COMPLETE_REFERENCE, checkPage, FIRST } from './page-checks.ts';

const { windows, itLoadsNothingElse } = connectBrowser();

/** The complete reference, scrolled to a section. */
const REFERENCE_LINKS = [operationAnchor(FIRST.operation), schemaAnchor(FIRST.schema)].map(
  (anchor) => `${COMPLETE_REFERENCE}#${anchor}`,
);

describe('at all widths and in both themes', () => {
  it.each(ALL_PAGES)('%s is small, fits the window, and has landmarks and no accessibility violations', (url) =>
    checkPage(windows, url, ALL_VIEWS, { takesScreenshots: true }),
  );

  it.each(REFERENCE_LINKS)('%s is small, fits the window, and has landmarks', (url) =>
    checkPage(
      windows,
      url,
      ALL_VIEWS.map((view) => ({ ...view, rules: 'none' as const })),
    ),
  );
});

describe('the opened pages', () => {
  itLoadsNothingElse([]);
});
