/** Starts the mock in the page, then loads the console's script from the `data-entry` attribute. */
import { handlers } from '@aispm/mock/msw';
import { setupWorker } from 'msw/browser';

async function start(): Promise<void> {
  await setupWorker(...handlers({ stateful: true })).start({ quiet: true, onUnhandledFrame: 'bypass' });
  const entry = document.querySelector<HTMLScriptElement>('script[data-entry]')?.dataset.entry ?? '';
  await import(/* @vite-ignore */ entry);
}

void start();
