/** The commands that documents, messages and pages tell users to run: on which Node.js, and without packages of other owners. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readManifest, workspaceFolders } from '../workspaces.ts';

const root = join(import.meta.dirname, '../..');
const manifests = workspaceFolders(root).map((folder) => ({ folder, ...readManifest(join(root, folder)) }));
const published = manifests.filter(({ private: isPrivate }) => !isPrivate);

/** The content of files that users read or that print something, by path. */
const texts = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /\.(md|ts|tsx|js|mjs|vue|ya?ml|json)$/.test(file))
  .filter((file) => !/package-lock\.json$|^spec\/releases\/|first-commands\.test\.ts$/.test(file))
  .flatMap((file) => {
    try {
      return [{ file, text: readFileSync(join(root, file), 'utf8') }];
    } catch {
      return []; // It is deleted, and not yet committed.
    }
  });

/** Ways to run or install what a registry has under a name. */
const FETCH =
  /\b(?:npx|bunx|pnpx|uvx|(?:npm|pnpm) (?:exec|x|dlx|create|init)|yarn (?:dlx|create)|(?:npm|pnpm|bun|yarn) (?:i|install|add)|docker (?:run|pull)|pip install)\b([^\n`]*)/g;

/** Options that name a package of this repository. */
const WORKSPACE = /(?:--(?:project|workspace|filter)|-w)[ =]@aispm\/[\w-]+/g;

/** This project's names that aren't registered. */
const OWN = /(?:^|\s)(@aispm\/[\w-]+|aispm-[\w-]+)(?=[\s@"'<]|$)/;

/** Run only what is on the machine. */
const LOCAL = /^(?:npx --no-install|docker run --pull never) /;

/** Lists the commands in a text that ask a registry for a package of this project. */
function findFetches(text: string): string[] {
  return [...text.matchAll(FETCH)]
    .filter(([command, rest = '']) => OWN.test(rest.replaceAll(WORKSPACE, '')) && !LOCAL.test(command))
    .map(([command]) => command);
}

describe('commands', () => {
  it.each([
    'npx @aispm/mock --port 4010',
    'npx aispm-mock',
    'npx -y @aispm/scanner',
    'npm exec @aispm/scanner',
    'npm install --save-dev @aispm/client',
    'npm i @aispm/client@1',
    'pnpm add @aispm/client',
    'pnpm dlx @aispm/mock',
    'bunx @aispm/mock',
    'docker run aispm-mock',
  ])('"%s" would be found', (command) => {
    expect(findFetches(`Run \`${command}\` first.`)).toEqual([command]);
  });

  it.each([
    'npx --no-install aispm-mock --port 4010',
    'docker run --pull never aispm-mock --port 4010',
    'npm install ~/aispm-packages/aispm-{client,types,mock}-*.tgz',
    'npm install <folder>/aispm-client-1.0.0.tgz',
    'npm install --workspace @aispm/mock some-package',
  ])('"%s" would not', (command) => {
    expect(findFetches(command)).toEqual([]);
  });

  it("do not request this project's packages from a registry", () => {
    const found = texts.flatMap(({ file, text }) => findFetches(text).map((command) => `${file}: ${command}`));
    expect(texts.length).toBeGreaterThan(1000);
    expect(found).toEqual([]);
  });
});

describe.each(published)('the README of $name', ({ folder, name, version, dependencies = {} }) => {
  it('starts with a description and how to install the package from a tarball', () => {
    const [, summary = '', installation = ''] = readFileSync(join(root, folder, 'README.md'), 'utf8')
      .split('\n\n')
      .map((paragraph) => paragraph.replaceAll('\n', ' '));
    const needed = [...Object.keys(dependencies), name].filter((each) =>
      published.some((other) => other.name === each),
    );
    expect(summary).toMatch(/^(?!Not published)[A-Z[][^#|]+\.$/);
    expect(installation).toMatch(/^Not published yet: run `npm run pack -- <folder>`/);
    expect(installation.match(/[\w-]+-\d+\.\d+\.\d+\.tgz/g)?.sort()).toEqual(
      needed.map((each) => `${each.replace('@aispm/', 'aispm-')}-${version}.tgz`).sort(),
    );
    expect(installation).toContain('You need Node.js 20.19 or newer and npm.');
  });
});

it('documents name one version of Node.js, and another only for the service', () => {
  const others = texts
    .filter(({ file }) => file.endsWith('.md') && !file.includes('CHANGELOG'))
    .flatMap(({ file, text }) => text.split(/\n\n/).map((paragraph) => ({ file, paragraph })))
    .flatMap(({ file, paragraph }) =>
      [...paragraph.matchAll(/\bNode(?:\.js)?\s+(\d+(?:\.\d+)*)\s+(?:or|and)\s+(?:newer|later)/g)]
        .map(([, version]) => version)
        .filter((version) => version !== '20.19' && !(version === '24.18' && /service/.test(paragraph + file)))
        .map((version) => `${file}: ${version}`),
    );
  expect(others).toEqual([]);
});
