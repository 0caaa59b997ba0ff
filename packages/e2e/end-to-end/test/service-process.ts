/** Starts the service like users do. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ExampleServer } from '@aispm/contract-tests/workflows';

/** The service with the records of the examples. */
export interface DemoServer extends ExampleServer {
  close(): Promise<void>;
}

const SERVICE = join(
  dirname(createRequire(import.meta.url).resolve('@aispm/service/package.json')),
  'dist/command/cli.js',
);
/** Starts the command of the service with a new database, which it fills with the demo. */
export async function startService(): Promise<DemoServer> {
  const folder = mkdtempSync(join(tmpdir(), 'aispm-service-'));
  const child = spawn(process.execPath, [SERVICE], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT: '0', INVALID_KEY_LIMIT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const text = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('Try it:')) resolve(printed);
    });
    child.once('close', (code) =>
      reject(new Error(`The service exited with ${code} before it was ready.\n${printed}`)),
    );
  });
  return {
    url: /listens at (\S+)/.exec(text)?.[1] ?? '',
    token: /^ {2}(aispm_\S+)$/m.exec(text)?.[1] ?? '',
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
