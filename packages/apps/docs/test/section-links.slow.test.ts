/** @module-tag long */
import { expect, it } from 'vitest';
import { readContract } from '../build/contract.ts';
import { connectBrowser } from './browser.ts';
import { listSectionAnchors, openSection } from './sections.ts';

const { windows } = connectBrowser();

it('every link to a section of the complete reference opens it', async () => {
  const anchors = listSectionAnchors(readContract());
  expect(anchors.length).toBeGreaterThan(300);
  const page = await windows.open('/reference.html');
  for (const anchor of anchors) await openSection(page, anchor);
  await page.close();
});
