import type { APIRequestContext, Page } from 'playwright-core';

const MOCK = 'http://127.0.0.1:4010';

/** Replaces responses of the mock that runs on port 4010. */
export async function override(
  request: APIRequestContext,
  response: {
    operation: string;
    status: number;
    times?: number;
    body?: unknown;
  },
): Promise<void> {
  const result = await request.post(`${MOCK}/__mock/overrides`, {
    data: response,
  });
  if (!result.ok()) throw new Error(await result.text());
}

/** A test: the page shows the error, and works again afterwards. */
export async function showsTheError(page: Page): Promise<void> {
  await page.request.delete(`${MOCK}/__mock/overrides`);
  await override(page.request, {
    operation: 'listIssues',
    status: 503,
    times: 1,
  });
  await page.getByRole('button', { name: 'Load' }).click();
  await page.getByText('503').waitFor();
  await page.getByRole('button', { name: 'Load' }).click();
  await page.getByText('200').waitFor();
  const requests = await page.request.get(
    `${MOCK}/__mock/requests?operation=listIssues`,
  );
  console.log((await requests.json()).items.length);
}
