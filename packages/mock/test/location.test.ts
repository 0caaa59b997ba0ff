/** The `Location` of responses identifies what a request created or started. */
import { createMock } from '@aispm/mock';
import { describe, expect, it } from 'vitest';
import { createSampleRequest, type SampleRequest } from '../dist/operations/sample-request.js';
import { operations, TOKEN } from './support.ts';

const locating = operations.filter(({ responses }) =>
  responses.some(({ code, headers }) => code.startsWith('2') && headers?.some(({ name }) => name === 'Location')),
);

/** Lists all strings in a JSON value. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

describe.each([{ stateful: false }, { stateful: true }])('Location with $stateful state', ({ stateful }) => {
  it.each(locating.map((operation) => ({ id: operation.iid, operation })))(
    'of $id is the path of what the body describes',
    async ({ operation }) => {
      const mock = await createMock({ stateful });
      const { method, path, headers, body } = createSampleRequest(operation) as SampleRequest;
      const send = (target: string, init: RequestInit = {}) =>
        mock.fetch(`http://mock.test${target}`, { ...init, headers: { ...headers, ...TOKEN } });
      const response = await send(`${mock.basePath}${path}`, { method, ...(body !== undefined && { body }) });
      const declared = operation.responses.find(({ code }) => code === String(response.status));
      if (!declared?.headers?.some(({ name }) => name === 'Location')) return;
      const created = await response.json();
      const location = String(response.headers.get('location'));
      expect(location).toMatch(new RegExp(`^${mock.basePath}/`));
      const found = await send(location);
      expect(found.status).toBe(200);
      const id = decodeURIComponent(location.split('?')[0]?.split('/').at(-1) ?? '');
      if (operation.iid !== 'ingestLlmInteractions') expect(listTexts(created)).toContain(id);
    },
  );

  it('is declared by more than five operations', () => {
    expect(locating.length).toBeGreaterThan(5);
  });
});
