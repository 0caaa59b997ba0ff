/** Runs in a browser: shows samples of components. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type FunctionComponent } from 'react';
import { createRoot } from 'react-dom/client';

const POLL_MS = 25;
/** Ends what hangs. */
const POLLS = 5_000;

/** Shows a component, presses its button if it has nothing else, and returns its text when it has a result. */
async function show(component: FunctionComponent): Promise<string> {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  root.render(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(component)));
  for (let poll = 0; poll < POLLS; poll += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const text = element.querySelector('pre, p')?.textContent ?? '';
    if (text) {
      root.unmount();
      return text;
    }
    if (!element.querySelector('pre')) element.querySelector<HTMLElement>('button:not(:disabled)')?.click();
  }
  return 'no result';
}

Object.assign(window, { show });
