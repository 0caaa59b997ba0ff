import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { HashRouter } from 'react-router';
import { RedoclyApiDocsStandalone } from 'redoc';
import type { PreparedReference } from '../build/redoc.ts';

/**
 * Renders the reference into an element of the page, at the section that the fragment of the address names. Redoc's button
 * to copy a part of the contract is missing, because it would need the complete contract in the page; every operation has a
 * link to its page in Markdown instead.
 *
 * @returns removes the reference from the page
 */
export function showReference(container: Element, reference: PreparedReference): () => void {
  const root = createRoot(container);
  const redoc = createElement(RedoclyApiDocsStandalone, { ...reference, telemetryConfig: { disabled: true } });
  root.render(createElement(HashRouter, null, redoc));
  return () => root.unmount();
}
