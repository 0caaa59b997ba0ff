import { it } from 'vitest';
import { expectValidResponses } from './valid-responses.ts';

it('20,000 random requests get responses that the contract allows', async () => {
  await expectValidResponses(20_000, [200, 201, 202, 204, 400, 401, 404, 405, 406, 409, 412, 415, 422]);
});
