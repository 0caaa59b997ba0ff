/**
 * `npm run screenshots -w @aispm/docs`: takes the site's screenshots, except for the console's, in both themes with a local
 * Chromium. `screens.json` records their text and digests, so that a test detects changes.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '@aispm/testing/browser';
import { openScreen, readScreen, SCREENS, THEMES } from './screens.ts';

/** WebP quality with sharp text and small files. */
const QUALITY = 70;

const browser = await launchBrowser();
const record: Record<string, { shows: string[]; files: Record<string, string> }> = {};
for (const screen of SCREENS) {
  const files: Record<string, string> = {};
  let shows: string[] = [];
  for (const theme of THEMES) {
    const page = await openScreen(browser, screen, theme);
    shows = await readScreen(page);
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    const image = Buffer.from(data, 'base64');
    const name = `${screen.name}-${theme}.webp`;
    writeFileSync(join(import.meta.dirname, name), image);
    files[name] = createHash('sha256').update(image).digest('hex');
    await page.close();
  }
  record[screen.name] = { shows, files };
}
await browser.close();
writeFileSync(join(import.meta.dirname, 'screens.json'), `${JSON.stringify(record, null, 2)}\n`);
