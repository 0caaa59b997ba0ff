/** A program that behaves badly, in the way that its argument names. */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

const [, , behaviour = '', pids = ''] = process.argv;
const print = (message: object | string) =>
  process.stdout.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
const remember = (pid: number | undefined) => pids !== '' && appendFileSync(pids, `${pid}\n`);
remember(process.pid);

/** A process that lives on, out of the group when `detached` is set. */
function leaveBehind(detached: boolean): void {
  const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], {
    stdio: 'ignore',
    detached,
  });
  remember(child.pid);
  child.unref();
}

const initialized = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'hostile', version: '1' },
};

const RESPONSES: Record<string, (id: number, params: { cursor?: string }) => void> = {
  'endless-pages': (id, { cursor = '0' }) =>
    print({ jsonrpc: '2.0', id, result: { tools: [{ name: `t${cursor}` }], nextCursor: String(Number(cursor) + 1) } }),
  'same-page': (id) => print({ jsonrpc: '2.0', id, result: { tools: [{ name: 't' }], nextCursor: 'again' } }),
  'many-tools': (id) =>
    print({
      jsonrpc: '2.0',
      id,
      result: { tools: Array.from({ length: 50_000 }, (_, index) => ({ name: `t${index}` })) },
    }),
  'large-response': (id) => {
    print(`{"jsonrpc":"2.0","id":${id},"result":{"tools":[{"name":"${'x'.repeat(100_000_000)}"}]}}`);
  },
  'invalid-responses': () => {
    for (let index = 0; index < 10_000; index += 1) print('{"jsonrpc": broken');
  },
  'not-a-list': (id) => print({ jsonrpc: '2.0', id, result: { tools: { a: 1 } } }),
  'strange-tools': (id) =>
    print({
      jsonrpc: '2.0',
      id,
      result: {
        tools: [
          null,
          7,
          { description: 'no name' },
          { name: 'n'.repeat(10_000), description: 'd'.repeat(100_000) },
          { name: 'large', inputSchema: { type: 'object', properties: { a: { description: 'x'.repeat(1_000_000) } } } },
          { name: 'list', inputSchema: [1] },
          { name: '\u001b]0;owned\u0007bell', description: '\u001b[2J', annotations: { readOnlyHint: 'yes' } },
          { name: '__proto__', inputSchema: JSON.parse('{"__proto__": {"x": 1}}') },
        ],
      },
    }),
  'deep-schema': (id) => {
    const schema = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    print(`{"jsonrpc":"2.0","id":${id},"result":{"tools":[{"name":"deep","inputSchema":${schema}}]}}`);
  },
  'error-response': (id) =>
    print({
      jsonrpc: '2.0',
      id,
      error: { code: -32603, message: `Secret of SERVER_TOKEN=${process.env.SERVER_TOKEN}` },
    }),
  'never-lists': () => remember(process.pid),
  'crash-while-listing': () => process.exit(3),
};

if (behaviour === 'crash') {
  process.stderr.write(`\u001b[31mNo database; token ${process.env.SERVER_TOKEN}\n`);
  process.exit(7);
}
if (behaviour === 'crash-and-tells-late') {
  const program = "setTimeout(() => process.stderr.write('No database'), 300)";
  spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'ignore', 'inherit'] });
  process.exit(7);
}
if (behaviour === 'leaves-child') leaveBehind(false);
if (behaviour === 'leaves-daemon') leaveBehind(true);
if (behaviour === 'ignores-signals' || behaviour === 'ignores-all') {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1_000);
}
if (behaviour === 'floods') setInterval(() => process.stdout.write('x'.repeat(1_000_000)), 1);

let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const { id, method, params = {} } = JSON.parse(line);
    if (behaviour === 'never-responds') remember(process.pid);
    if (behaviour === 'never-responds' || behaviour === 'ignores-all') continue;
    if (method === 'initialize') print({ jsonrpc: '2.0', id, result: initialized });
    else if (method === 'tools/list') {
      const respond = RESPONSES[behaviour];
      if (respond === undefined) print({ jsonrpc: '2.0', id, result: { tools: [{ name: 'ok' }] } });
      else respond(id, params);
    }
  }
});
