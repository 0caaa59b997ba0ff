/** The sections of the complete reference. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Contract, listContractOperations } from '../build/contract.ts';
import { operationAnchor, schemaAnchor } from '../build/reference-anchors.ts';
import { waitForSection } from './browser.ts';

/** Lists the anchors of all operations and schemas. */
export function listSectionAnchors(contract: Contract): string[] {
  return [
    ...listContractOperations(contract).map(operationAnchor),
    ...Object.keys(contract.components.schemas).map(schemaAnchor),
  ];
}

/** Returns the anchor of the section at the top of the window. */
function currentSection(page: Page): Promise<string> {
  return page.evaluate(() => {
    const sections = [...document.querySelectorAll<HTMLElement>('.entry')];
    const current = sections.findLast((section) => section.getBoundingClientRect().top < 180);
    return `#${current?.id}`;
  });
}

/** Whether the page is scrolled to its end, where the last sections don't reach the top of the window. */
function isAtEnd(page: Page): Promise<boolean> {
  return page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2);
}

/** Waits until a section is at the top of the window. */
export async function expectSection(page: Page, anchor: string): Promise<void> {
  await waitForSection(page, anchor);
  await expect.poll(async () => (await isAtEnd(page)) || (await currentSection(page)) === `#${anchor}`).toBe(true);
}

/** Opens a section by its link, and waits for it. */
export async function openSection(page: Page, anchor: string): Promise<void> {
  await page.evaluate((fragment) => {
    window.location.hash = fragment;
  }, anchor);
  await expectSection(page, anchor);
}
