/** The `curl` command that the mock prints, for the shells of each platform. */
import { describe, expect, it } from 'vitest';
import type { Operation } from '../src/contract-types.ts';
import { createSampleCommand } from '../src/sample-request.ts';

const operation = {
  method: 'get',
  path: '/notes',
  request: {},
  security: [[{ type: 'http', scheme: 'bearer' }]],
} as unknown as Operation;
const commandFor = (token: string, platform: string) =>
  createSampleCommand([operation], 'http://127.0.0.1:4010', { [token]: { '*': ['*'] } }, platform);

describe('the curl command', () => {
  it('has the quotes of POSIX shells', () => {
    expect(commandFor("a'b", 'linux')).toBe(
      String.raw`curl -H 'Authorization: Bearer a'\''b' 'http://127.0.0.1:4010/notes'`,
    );
  });

  it('has the quotes of Windows, where curl is curl.exe', () => {
    expect(commandFor('a"b', 'win32')).toBe(
      String.raw`curl.exe -H "Authorization: Bearer a\"b" "http://127.0.0.1:4010/notes"`,
    );
  });
});
