/** Runs in a browser: renders React components of samples. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type FunctionComponent } from 'react';
import { createRoot } from 'react-dom/client';

/** Renders a component, clicks its button if it only has a button, and returns its text once it shows a result. */
async function show(component: FunctionComponent): Promise<string> {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const result = waitForResult(element);
  root.render(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(component)));
  const text = await result;
  root.unmount();
  return text;
}

function waitForResult(element: HTMLElement): Promise<string> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const text = element.querySelector('pre, p')?.textContent ?? '';
      if (text) {
        observer.disconnect();
        resolve(text);
      } else if (!element.querySelector('pre')) element.querySelector<HTMLElement>('button:not(:disabled)')?.click();
    });
    observer.observe(element, { attributes: true, characterData: true, childList: true, subtree: true });
  });
}

Object.assign(window, { show });
