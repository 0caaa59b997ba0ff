/** Secrets in the command lines of MCP servers, in configuration files and in code. */
import { describe, expect, it } from 'vitest';
import { cyclonedxOf } from '../../src/write/cyclonedx.ts';
import { sarifOf } from '../../src/write/sarif.ts';
import { scanSources } from '../scan-sources.ts';

/** Without the format of a known issuer: only its position says that it is a secret. */
const SECRET = 'blue-crane-harbor';
const GENERATED = 'q7Zt0Wc9XbR4mKd2';
const SHORT = 'pw1zz';

/** Files that start the same server: in configurations, and in code. */
function filesOf(words: readonly string[]): Record<string, string> {
  const [command = '', ...args] = words;
  const line = JSON.stringify(words.map(quoted).join(' '));
  const list = JSON.stringify(args);
  const lines = args.map((each) => `    ${JSON.stringify(each)},\n`).join('');
  return {
    '.mcp.json': JSON.stringify({ mcpServers: { docs: { command, args } } }, null, 2),
    '.cursor/mcp.json': `{"mcpServers": {"docs": {"command": ${line}}}}`,
    '.codex/config.toml': `[mcp_servers.docs]\ncommand = "${command}"\nargs = ${list}\n`,
    'mcp-servers.yaml': `mcpServers:\n  docs:\n    command: ${command}\n    args:\n${args.map((each) => `      - '${each.replaceAll("'", "''")}'\n`).join('')}`,
    'agent.py': `from agents import Agent\nfrom agents.mcp import MCPServerStdio\ns = MCPServerStdio(name="docs", params={"command": "${command}", "args": ${list}})\nx = Agent(name="A", mcp_servers=[s])\n`,
    'lines.py': `from agents import Agent\nfrom agents.mcp import MCPServerStdio\ns = MCPServerStdio(params={"command": "${command}", "args": [\n${lines}]})\nx = Agent(name="B", mcp_servers=[s])\n`,
    'agent.ts': `import { Agent, MCPServerStdio } from '@openai/agents';\nconst s = new MCPServerStdio({ name: 'docs', command: '${command}', args: [${args.map((each) => `'${each.replaceAll("'", "\\'")}'`).join(', ')}] });\nexport const x = new Agent({ name: 'C', mcpServers: [s] });\n`,
    'line.ts': `import { Agent, MCPServerStdio } from '@openai/agents';\nconst s = new MCPServerStdio({ name: 'docs', fullCommand: ${line} });\nexport const x = new Agent({ name: 'D', mcpServers: [s] });\n`,
  };
}

/** A word of a command line, as a shell reads it. */
const quoted = (word: string) => (/[\s"]/.test(word) ? `'${word}'` : word);

/** Everything that leaves the machine. */
async function outputs(words: readonly string[]): Promise<string> {
  const files = filesOf(words);
  const { report } = await scanSources(files);
  const servers = report.objects.filter(({ kind }) => kind === 'mcp_server');
  const configured = servers.flatMap(({ locations }) => locations.map(({ file }) => file));
  expect(configured.sort()).toEqual(Object.keys(files).sort());
  return [report.document, sarifOf(report), cyclonedxOf(report)].map((each) => JSON.stringify(each)).join('\n');
}

const WITH_SECRETS: readonly (readonly string[])[] = [
  ['npx', '-password', SECRET],
  ['npx', '-password', SECRET, 'docs-mcp'],
  ['npx', 'docs-mcp', '-password', SECRET],
  ['npx', 'docs-mcp', '--token', SECRET],
  ['npx', 'docs-mcp', `--api-key=${SECRET}`],
  ['npx', 'docs-mcp', '--api_key', SECRET],
  ['npx', 'docs-mcp', '--apiKey', SECRET],
  ['npx', 'docs-mcp', '--APIKEY', SECRET],
  ['npx', 'docs-mcp', '--access-token', SECRET],
  ['npx', 'docs-mcp', `--db-password=${SECRET}`],
  ['npx', 'docs-mcp', '--client-secret', SECRET],
  ['npx', 'docs-mcp', '--clientSecret', SECRET],
  ['npx', 'docs-mcp', '--passphrase', SECRET],
  ['npx', 'docs-mcp', '--pass', SECRET],
  ['npx', 'docs-mcp', '--pwd', SECRET],
  ['npx', 'docs-mcp', '--jwt', SECRET],
  ['npx', 'docs-mcp', '--token', SHORT],
  ['npx', 'docs-mcp', '--password', `${SECRET} with blanks`],
  ['npx', 'docs-mcp', `--password=${SECRET}`, '--port', '8080'],
  ['npx', 'docs-mcp', `-ApiKey:${SECRET}`],
  ['docs.exe', `/password:${SECRET}`],
  ['docs.exe', `/token=${SECRET}`],
  ['docs.exe', '/password', SECRET],
  ['npx', 'docs-mcp', '-p', GENERATED],
  ['npx', 'docs-mcp', '-k', GENERATED],
  ['mysql-mcp', `-p${GENERATED}`],
  ['env', `DB_PASS=${SECRET}`, 'npx', 'docs-mcp'],
  ['env', `API_KEY=${SECRET}`, 'npx', 'docs-mcp'],
  ['docker', 'run', '-e', `API_KEY=${SECRET}`, 'acme/docs'],
  ['docker', 'run', `-eAPI_KEY=${SECRET}`, 'acme/docs'],
  ['docker', 'run', '--env', `MYSQL_PWD=${SECRET}`, 'acme/docs'],
  ['docker', 'run', `--env=DB_PASS=${SECRET}`, 'acme/docs'],
  ['docker', 'run', '--secret', SECRET, 'acme/docs'],
  ['docker', 'run', '--password', SECRET],
  ['npx', 'docs-mcp', '--header', `Authorization: Bearer ${SECRET}`],
  ['npx', 'docs-mcp', '--header', `Authorization: ${SECRET}`],
  ['npx', 'docs-mcp', '--header', `Authorization:${SECRET}`],
  ['npx', 'docs-mcp', `--header=X-Api-Key: ${SECRET}`],
  ['npx', 'docs-mcp', '-H', `Cookie: session=${SECRET}`],
  ['npx', 'docs-mcp', '-H', `X-Auth-Token:${SECRET}`],
  ['npx', 'mcp-remote', `https://user:${SECRET}@example.com/mcp`],
  ['npx', 'mcp-remote', `https://${GENERATED}@example.com/mcp`],
  ['npx', 'mcp-remote', `https://example.com/mcp?api_key=${SECRET}`],
  ['npx', 'mcp-remote', `https://example.com/mcp?page=2&auth=${SECRET}`],
  ['npx', 'mcp-remote', `https://example.com/mcp?sig=${SECRET}`],
  ['npx', 'pg-mcp', `postgresql://app:${SECRET}@db.example.com/docs`],
  ['npx', 'pg-mcp', `redis://:${SECRET}@cache.example.com`],
  ['npx', 'pg-mcp', `Server=db;User Id=app;Password=${SECRET};`],
  ['npx', 'pg-mcp', `Server=db;Uid=app;Pwd=${SECRET}`],
  ['npx', `git+https://${GENERATED}@example.com/acme/docs.git`],
  ['npx', `https://example.com/docs.tgz?token=${SECRET}`],
  ['uvx', '--from', `git+https://user:${SECRET}@example.com/acme/docs`, 'docs'],
  ['uvx', '--password', SECRET, 'docs-mcp'],
  ['sh', '-c', `docs-mcp --token ${SECRET}`],
  ['bash', '-lc', `API_KEY=${SECRET} docs-mcp`],
  ['bash', '-c', `export DB_PASS=${SECRET} && docs-mcp`],
  ['sh', '-c', `docs-mcp -password ${SECRET} --port 8080`],
  ['cmd', '/c', `docs-mcp /password:${SECRET}`],
  ['npx', 'docs-mcp', '--config', `{"apiKey":"${SECRET}"}`],
  ['npx', 'docs-mcp', '--config', `{"db": {"pass": "${SECRET}"}}`],
  ['curl-mcp', '-u', `admin:${SECRET}`],
  ['curl-mcp', '--user', `admin:${SECRET}`],
  ['java', `-Dspring.ai.openai.api-key=${SECRET}`, '-jar', 'docs.jar'],
  ['npx', 'docs-mcp', '--openai-api-key', SECRET],
  ['npx', 'docs-mcp', '--aws-secret-access-key', SECRET],
  ['npx', 'docs-mcp', '--bearer', SECRET],
  ['npx', 'docs-mcp', '--cookie', `sid=${SECRET}`],
  ['npx', 'docs-mcp', `--env=API_KEY:${SECRET}`],
  ['docs.exe', `/p:${GENERATED}`],
  ['cmd', '/c', `set API_KEY=${SECRET}&& npx docs-mcp`],
  ['powershell', '-Command', `$env:API_KEY='${SECRET}'; npx docs-mcp`],
  ['sh', '-c', `docs-mcp --token "${SECRET} with blanks" --port 8080`],
  ['sh', '-c', `docs-mcp --header "Authorization: Token ${SECRET}"`],
  ['npx', 'mcp-remote', `https://user:${SECRET}@home@example.com/mcp`],
  ['npx', 'mcp-remote', `https://user:a@${SECRET}@example.com/mcp`],
  ['npx', 'pg-mcp', '--conn', `Host=db;Username=app;Password='${SECRET}'`],
  ['helm-mcp', '--set', `db.password=${SECRET}`],
];

const WITHOUT_SECRETS: readonly (readonly string[])[] = [
  ['npx', 'docs-mcp', '-port', '8080'],
  ['npx', 'docs-mcp', '-p', '8080'],
  ['docker', 'run', '-p', '8080:80', '-u', '1000:1000', 'acme/docs:1.2'],
  ['docker', 'run', '-v', '/srv/docs:/data:ro', '-w', '/data', 'acme/docs'],
  ['docker', 'run', '-e', 'LOG_LEVEL=debug', '-e', 'API_KEY', 'acme/docs'],
  ['npx', '-p', '@acme/docs-mcp', 'docs'],
  ['npx', '-p', 'typescript5', 'docs'],
  ['npx', 'docs-mcp', '--model', 'gpt-4.1-mini-2025-04-14'],
  ['npx', 'docs-mcp', '--max-tokens', '4096'],
  ['npx', 'docs-mcp', '--token-limit', '4096'],
  ['npx', 'docs-mcp', '--token-file', '/run/secrets/token'],
  ['npx', 'docs-mcp', '--password-file=/run/secrets/password'],
  ['npx', 'docs-mcp', '--secrets-dir', '/run/secrets'],
  ['npx', 'docs-mcp', '--key-path', 'certificates/server.pem'],
  ['npx', 'docs-mcp', '--auth-type', 'bearer'],
  ['npx', 'docs-mcp', '--auth', 'oauth'],
  ['npx', 'docs-mcp', '--tokenizer', 'cl100k_base'],
  ['npx', 'docs-mcp', '--keyspace', 'documents'],
  ['npx', 'docs-mcp', '--sort-key', 'created_at'],
  ['npx', 'docs-mcp', '--token-endpoint', 'https://example.com/token'],
  ['npx', 'docs-mcp', '--api-key-env', 'DOCS_API_KEY'],
  ['npx', 'docs-mcp', '--header', 'Accept: application/json'],
  ['npx', 'docs-mcp', '--header', 'Authorization: Bearer $TOKEN'],
  ['npx', 'docs-mcp', '--token', '$DOCS_TOKEN'],
  ['npx', 'docs-mcp', '--token', '--verbose'],
  ['npx', 'docs-mcp', '--no-password', 'documents'],
  ['npx', 'mcp-remote', 'https://example.com/mcp?page=2&sort=name'],
  ['npx', 'git+ssh://git@example.com/acme/docs.git'],
  ['npx', 'pg-mcp', 'postgresql://reader@db.example.com/docs'],
  ['npx', 'pg-mcp', 'Server=db;User Id=app;Database=docs'],
  ['sh', '-c', 'docs-mcp --port 8080 --folder ./docs'],
  ['cmd', '/c', 'npx', 'docs-mcp', '/srv/token/data'],
  ['node', '/srv/secret/server.js', '--folder', 'C:/Users/key/docs'],
  ['java', '-Dspring.profiles.active=mcp', '-jar', 'docs.jar'],
];

/** The command lines, each with its title. */
const titled = (lines: readonly (readonly string[])[]) => lines.map((words) => [words.join(' '), words] as const);

describe('a scan document', () => {
  it.each(titled(WITH_SECRETS))('does not contain the secret of an MCP server: %s', async (_, words) => {
    const text = await outputs(words);
    for (const secret of [SECRET, GENERATED, SHORT]) expect(text).not.toContain(secret);
  });

  const withLongSecrets = WITH_SECRETS.filter((words) => words.join().includes(SECRET));
  it.each(titled(withLongSecrets))('does not contain the end of a long secret: %s', async (_, words) => {
    const long = `${SECRET.repeat(40)}-the-end`;
    expect(await outputs(words.map((word) => word.replaceAll(SECRET, long)))).not.toContain('-the-end');
  });

  it.each(titled(WITHOUT_SECRETS))('shows an MCP server without secrets unchanged: %s', async (_, words) => {
    expect(await outputs(words)).not.toContain('REDACTED');
  });
});
