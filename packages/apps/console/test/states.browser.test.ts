import { isSampled } from '@aispm/testing';
import { afterEach, expect, it } from 'vitest';
import { violations } from './accessibility.ts';
import { SAMPLED_SCREENS, SCREENS, tagsOf } from './all-screens.ts';
import { startOnMock } from './backends/mock.ts';
import { startConsole } from './console.ts';
import { checkStates, ONE_VIEW, release } from './states.ts';

const tested = startConsole();
const newcomer = startConsole(() => startOnMock({ scenario: 'empty' }));

afterEach(() => release(tested));

/** `every-view.slow.test.ts` has the others: what they have in common is most of what there is to see. */
const SAMPLE = SCREENS.filter((screen) => tagsOf(screen).tags.length === 0 || isSampled(screen.path, 8));

for (const screen of SAMPLE)
  it(
    `says what happens while "${screen.path}" cannot be shown, and shows it then`,
    screen.path === '/issues' ? {} : { tags: ['long'] },
    () => checkStates(tested, screen, ONE_VIEW),
  );

for (const screen of SAMPLED_SCREENS.filter(({ empty }) => empty !== undefined))
  it(`says in a new workspace why "${screen.path}" is empty, and what to do`, tagsOf(screen), async () => {
    const page = await newcomer.visit(newcomer.screen(screen.path));
    const title = page.getByRole('heading', { name: screen.empty ?? '' });
    await title.waitFor();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // In one line.
      expect((await title.boundingBox())?.height, `${width} px`).toBeLessThan(40);
    }
    expect(await violations(page)).toEqual([]);
  });
