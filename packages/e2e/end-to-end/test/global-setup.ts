/** Starts the system's Chromium, once for all files of a run. */
export { provideBrowser as default } from '@aispm/testing/browser';
