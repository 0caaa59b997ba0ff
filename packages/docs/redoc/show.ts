import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { HashRouter } from 'react-router';
import { RedoclyApiDocsStandalone } from 'redoc';
import type { PreparedReference } from '../build/redoc.ts';

/**
 * Shows the reference in an element of the page; the fragment of the address says which part of it. Redoc's button that
 * copies a part of the contract would need the whole contract in the page, so it is not there; every operation has a
 * link to a page in Markdown.
 *
 * @returns takes the reference out of the page again
 */
export function showReference(place: Element, reference: PreparedReference): () => void {
  const root = createRoot(place);
  const redoc = createElement(RedoclyApiDocsStandalone, { ...reference, telemetryConfig: { disabled: true } });
  root.render(createElement(HashRouter, null, redoc));
  return () => root.unmount();
}
