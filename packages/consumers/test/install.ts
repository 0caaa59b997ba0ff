import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { published } from './published.ts';
import { run } from './run.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of a project outside of this repository that has the packed packages installed, and the smoke suite. */
    project: string;
    /** The tarballs in it. */
    tarballs: Tarball[];
  }
}

/** What `npm pack` says of a tarball. */
export interface Tarball {
  /** Name of the package. */
  name: string;
  /** Absolute path. */
  path: string;
  /** Bytes of the tarball. */
  size: number;
  /** Bytes of the files in it. */
  unpackedSize: number;
  /** Paths of the files in it, in order. */
  files: string[];
}

/** What `npm pack --json` prints of each package. */
interface Packed {
  name: string;
  filename: string;
  size: number;
  unpackedSize: number;
  files: { path: string }[];
}

/** What the projects of this package need besides the published packages. */
const tools = [
  '@types/node',
  '@types/react',
  '@types/react-dom',
  '@vitejs/plugin-react',
  'esbuild-loader',
  'react',
  'react-dom',
  'vite',
  'webpack',
];

/** Packs the published packages and installs them, once for all tests, in a blank project. */
export default async function install({ provide }: TestProject): Promise<() => void> {
  const project = mkdtempSync(join(realpathSync(tmpdir()), 'aispm-consumer-'));
  const folders = published.map(({ folder }) => folder);
  const packed = await run('npm', ['pack', '--json', '--pack-destination', project, ...folders], { cwd: project });
  const tarballs = (JSON.parse(packed) as Packed[]).map(
    ({ name, filename, size, unpackedSize, files }): Tarball => ({
      name,
      path: join(project, filename),
      size,
      unpackedSize,
      files: files.map(({ path }) => path).sort(),
    }),
  );

  // Nothing comes from a registry: what others have published is linked from where this repository has it installed. A
  // package gets only what it says that it depends on, and npm refuses another version than it asks for.
  const dependencies = [
    ...tarballs.map(({ name, path }) => [name, `file:${path}`]),
    ...tools.map((name) => [name, `file:${installed(name, import.meta.dirname)}`]),
    ...published.flatMap(({ folder, manifest }) =>
      Object.keys(manifest.dependencies ?? {})
        .filter((name) => !tarballs.some((tarball) => tarball.name === name))
        .map((name) => [name, `file:${installed(name, folder)}`]),
    ),
  ];
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'blank', private: true, type: 'module', dependencies: Object.fromEntries(dependencies) }),
  );
  await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: project });
  for (const folder of ['smoke', 'projects']) {
    cpSync(join(import.meta.dirname, '..', folder), join(project, folder), { recursive: true });
  }

  provide('project', project);
  provide('tarballs', tarballs);
  return () => rmSync(project, { recursive: true, force: true });
}

/** Folder of a package as somebody in `folder` gets it. */
function installed(name: string, folder: string): string {
  const paths = createRequire(join(folder, 'package.json')).resolve.paths(name) ?? [];
  for (const path of paths) {
    try {
      return dirname(realpathSync(join(path, name, 'package.json')));
    } catch {}
  }
  throw new Error(`${name} is not installed: npm ci`);
}
