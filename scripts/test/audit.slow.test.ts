import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Runs `npm run audit -w @aispm/scripts` with a registry that knows these vulnerabilities, by package. */
async function audit(advisories: Record<string, object[]>): Promise<{ code: number | null; output: string }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(request.method === 'POST' ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(request.method === 'POST' ? advisories : {}));
    });
  }).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const npm = spawn('npm', ['run', 'audit', '-w', '@aispm/scripts'], {
      cwd: root,
      env: { ...process.env, npm_config_registry: registry },
    });
    let output = '';
    for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (output += chunk));
    const [code] = await once(npm, 'close');
    return { code, output };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe('npm run audit -w @aispm/scripts', () => {
  const advisory = (severity: string) => ({
    id: 1,
    url: 'https://advisories.example/1',
    title: 'Reads any file',
    severity,
    vulnerable_versions: '*',
    cwe: [],
    cvss: { score: 0 },
  });

  it('passes without known vulnerabilities', async () => {
    expect(await audit({})).toMatchObject({ code: 0 });
  });

  it.each(['esbuild', 'oazapfts'])('reports a severe vulnerability of %s in any lock file', async (name) => {
    const { code, output } = await audit({ [name]: [advisory('high')] });
    expect(code).toBe(1);
    expect(output).toContain('Reads any file - https://advisories.example/1');
  });
});
