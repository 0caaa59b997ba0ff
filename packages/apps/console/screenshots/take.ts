/**
 * `npm run screenshots -w @aispm/console`: takes the documentation's screenshots in both themes with a local Chromium.
 * `screens.json` records their text and the digests of the files, so that a test detects changes of the console.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchBrowser } from '@aispm/testing/browser';
import { readScreen, SCREENS, startScreenshotConsole, THEMES } from './screens.ts';

/** WebP quality with sharp text and small files. */
const QUALITY = 70;

const browser = await launchBrowser();
const target = await startScreenshotConsole(browser);
const record: Record<string, { shows: string[]; files: Record<string, string> }> = {};
for (const screen of SCREENS) {
  const files: Record<string, string> = {};
  let shows: string[] = [];
  for (const theme of THEMES) {
    const page = await target.open(screen, theme);
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
await target.close();
await browser.close();
writeFileSync(join(import.meta.dirname, 'screens.json'), `${JSON.stringify(record, null, 2)}\n`);
