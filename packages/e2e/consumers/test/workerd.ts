import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Outcome } from './outcome.ts';
import { runtimePath } from './runtimes.ts';

/** Runs the smoke test in workerd, the runtime of Cloudflare Workers, with the unbundled files of the installed client. */
export async function smokeInWorkerd(project: string, baseUrl: string): Promise<Outcome> {
  const configuration = join(project, 'workerd.capnp');
  writeFileSync(configuration, workerConfiguration(project));
  const child = spawn(runtimePath('workerd'), ['serve', configuration, '--control-fd=3'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  try {
    let errorOutput = '';
    child.stderr?.on('data', (chunk) => (errorOutput += chunk));
    const listening = once(createInterface(child.stdio[3] as NodeJS.ReadableStream), 'line');
    const [line] = await Promise.race([
      listening,
      exited.then(() => {
        throw new Error(`workerd exited: ${errorOutput}`);
      }),
    ]);
    const { port } = JSON.parse(line) as { port: number };
    const response = await fetch(`http://127.0.0.1:${port}/?mock=${encodeURIComponent(baseUrl)}`);
    if (!response.ok) throw new Error(`workerd: status ${response.status}: ${errorOutput}`);
    return (await response.json()) as Outcome;
  } finally {
    child.kill();
    await exited;
  }
}

/** Returns the configuration of a worker on a free port that may send requests to the loopback address. */
function workerConfiguration(project: string): string {
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
