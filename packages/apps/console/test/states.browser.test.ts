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

/** A sample, because most screens share their states. `every-view.slow.test.ts` has the others. */
const SAMPLE = SCREENS.filter((screen) => tagsOf(screen).tags.length === 0 || isSampled(screen.path, 16));

for (const screen of SAMPLE)
  it(
    `the screen "${screen.path}" explains why it cannot be shown, and recovers`,
    screen.path === '/issues' ? {} : { tags: ['long'] },
    () => checkStates(tested, screen, ONE_VIEW),
  );

for (const screen of SAMPLED_SCREENS.filter(({ empty }) => empty !== undefined))
  it(`the screen "${screen.path}" explains in a new workspace why it is empty`, tagsOf(screen), async () => {
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
