/** A terminal with the conformance suite's report about a mock. */
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createMock } from '@aispm/mock';
import { createTerminal } from './terminal.ts';

const suite = join(dirname(fileURLToPath(import.meta.resolve('@aispm/conformance/package.json'))), 'dist/cli.js');

/** The URL in the screenshot. The mock listens on a free port. */
const SHOWN_URL = 'http://127.0.0.1:4010/api/v1';
const OPERATIONS = 'listAgents,getAgent,listIssues,getIssue,listRules,getRule';
const CHECKS = 'response,request-id,authentication,invalid,paging';

/** Checks some operations of a mock, and returns the terminal's content as a page. */
export async function showConformance(): Promise<string> {
  const mock = await createMock({ tokens: { 'any-key': { '*': ['*'] } } });
  const server = await mock.listen({ port: 0 });
  try {
    const scope = ['--tenant', 'halden-freight', '--workspace', 'production', '--token', 'any-key'];
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [suite, '--base-url', server.url, ...scope, '--operations', OPERATIONS, '--checks', CHECKS],
      { env: { ...process.env, NO_COLOR: '1' } },
    );
    const output = stdout.replaceAll(server.url, SHOWN_URL).replace(/; \d+ requests in .*/, '.');
    return createTerminal('~', [[`aispm-conformance --base-url ${SHOWN_URL} --token any-key …`, output]]);
  } finally {
    await server.close();
  }
}
