import { sampleByHash } from '@aispm/testing';
import { expect, it } from 'vitest';
import { sendChangedBodies } from './random-requests.ts';
import { operations } from './support.ts';
import { expectValidResponses } from './valid-responses.ts';

it('1,000 random requests get responses that the contract allows', async () => {
  await expectValidResponses(1_000, [200, 201, 202, 204, 400, 401, 404, 405, 406, 409, 412, 415]);
});

it('requests get responses that the contract allows, whichever value in a body is replaced', async () => {
  const withBody = operations.filter(({ request }) => request?.body);
  const sample = sampleByHash(withBody, ({ iid }) => iid, 4);
  const { requests, failures } = await sendChangedBodies(sample);
  expect(requests).toBeGreaterThan(50 * sample.length);
  expect(failures).toEqual([]);
});
