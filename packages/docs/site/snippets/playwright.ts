import { createMock } from '@aispm/mock';
import { chromium } from 'playwright-core';

const mock = await createMock({ stateful: true });
const server = await mock.listen({ port: 0 });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage();
  await page.route('**/api/v1/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await route.fetch({ url: `${new URL(server.url).origin}${pathname}${search}` });
    await route.fulfill({ response });
  });
  // Now open your application, and expect what the examples say.
} finally {
  await browser.close();
  await server.close();
}
