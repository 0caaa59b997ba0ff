/** Draws `site/public/og.png`, the image that other sites show next to a link to this one, with a local Chromium. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '@aispm/testing/browser';
import { readContract } from '../build/contract.ts';

const publicFolder = join(import.meta.dirname, '../site/public');
const { info } = readContract();
const icon = readFileSync(join(publicFolder, 'icon.svg'), 'utf8');
const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(`
  <style>
    body { display: flex; align-items: center; gap: 72px; margin: 0; height: 630px; padding: 0 96px; box-sizing: border-box;
      background: #1b1b1f; color: #fff; font-family: 'DejaVu Sans', sans-serif; }
    svg { flex: none; width: 260px; }
    h1 { margin: 0 0 24px; font-size: 80px; }
    p { margin: 0; color: #c9c9d1; font-size: 36px; line-height: 1.4; }
  </style>
  ${icon}<div><h1>${info.title}</h1><p>${info.summary}</p></div>`);
await page.screenshot({ path: join(publicFolder, 'og.png') });
await browser.close();
