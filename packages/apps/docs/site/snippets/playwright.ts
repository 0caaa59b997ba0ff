import { createMock } from '@aispm/mock';
import type { Page } from 'playwright-core';

const { handle, basePath } = await createMock();

export async function mockApi(page: Page, prefer = ''): Promise<void> {
  await page.route(`**${basePath}/**`, async (route) => {
    const request = route.request();
    const { status, headers, body } = await handle({
      method: request.method(),
      url: request.url(),
      headers: { ...(await request.allHeaders()), ...(prefer && { prefer }) },
      body: request.postDataBuffer() ?? undefined,
    });
    await route.fulfill({
      status,
      headers,
      ...(body !== undefined && { body }),
    });
  });
}
