import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Outcome } from './runtimes.ts';

const workerd = createRequire(import.meta.url).resolve('workerd/bin/workerd');

/** Runs the smoke suite in workerd, the runtime of Cloudflare Workers, on the very files of the installed client. */
export async function smokeInWorkerd(project: string, baseUrl: string): Promise<Outcome> {
  const configuration = join(project, 'workerd.capnp');
  writeFileSync(configuration, configure(project));
  const child = spawn(workerd, ['serve', configuration, '--control-fd=3'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  try {
    let complaints = '';
    child.stderr?.on('data', (chunk) => (complaints += chunk));
    const listening = once(createInterface(child.stdio[3] as NodeJS.ReadableStream), 'line');
    const [line] = await Promise.race([
      listening,
      ended.then(() => {
        throw new Error(`workerd has ended: ${complaints}`);
      }),
    ]);
    const { port } = JSON.parse(line) as { port: number };
    const response = await fetch(`http://127.0.0.1:${port}/?mock=${encodeURIComponent(baseUrl)}`);
    if (!response.ok) throw new Error(`workerd: status ${response.status}: ${complaints}`);
    return (await response.json()) as Outcome;
  } finally {
    child.kill();
    await ended;
  }
}

/** The configuration of a worker on a free port, which may call the loopback address. */
function configure(project: string): string {
  const client = 'node_modules/@aispm/client/dist';
  const files = [
    ['worker.js', 'smoke/worker.js'],
    ['smoke.js', 'smoke/smoke.js'],
    ...globSync('**/*.js', { cwd: join(project, client) }).map((file) => [`client/${file}`, `${client}/${file}`]),
  ];
  const modules = files.map(([name, path]) => `(name = "${name}", esModule = embed "${path}")`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [${modules.join(', ')}], compatibilityDate = "2026-01-01")),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;
}
