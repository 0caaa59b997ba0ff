import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasTools, type Started, toolPath } from '@aispm/testing';
import { startInBackground } from '@aispm/testing/background';
import { provideBrowser } from '@aispm/testing/browser';
import type { TestProject } from 'vitest/node';
import { published } from './published.ts';
import { runCommand } from './run-command.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The file in which `whenInstalled` finds what was installed. */
    installed: string;
  }
}

/** The packed packages, and a project that uses them. */
export interface Installed {
  /** Folder of a project outside this repository with the installed packages and the smoke test. */
  project: string;
  /** The tarballs of the packages. */
  tarballs: Tarball[];
}

/** A packed package. */
export interface Tarball {
  /** Name of the package. */
  name: string;
  /** Absolute path. */
  path: string;
  /** Size in bytes. */
  size: number;
  /** Size of its files in bytes. */
  unpackedSize: number;
  /** Sorted paths of its files. */
  files: string[];
}

/** An element of the output of `npm pack --json`. */
interface PackOutput {
  name: string;
  filename: string;
  size: number;
  unpackedSize: number;
  files: { path: string }[];
}

/** Packages that the projects need in addition to the published ones. */
const LIBRARIES = [
  '@tanstack/react-query',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'express',
  'msw',
  'react',
  'react-dom',
  'vite',
];

/** Bundlers that only long tests use. */
const BUNDLERS = ['@vitejs/plugin-react', 'esbuild-loader', 'webpack'];

/** Starts a browser, and installs the published packages while other tests run, once for all tests. */
export default async function setUp(testProject: TestProject): Promise<() => Promise<void>> {
  const closeBrowser = await provideBrowser(testProject);
  const { file, stop } = startInBackground(install);
  testProject.provide('installed', file);
  return async () => {
    await Promise.all([closeBrowser(), stop()]);
  };
}

/** Packs the published packages, and installs them in an empty project. */
async function install(): Promise<Started<Installed>> {
  const project = mkdtempSync(join(realpathSync(tmpdir()), 'aispm-consumer-'));
  const folders = published.map(({ folder }) => folder);
  const packed = await runCommand('npm', ['pack', '--json', '--pack-destination', project, ...folders], {
    cwd: project,
  });
  const tarballs = (JSON.parse(packed) as PackOutput[]).map(
    ({ name, filename, size, unpackedSize, files }): Tarball => ({
      name,
      path: join(project, filename),
      size,
      unpackedSize,
      files: files.map(({ path }) => path).sort(),
    }),
  );

  // Nothing comes from a registry: other packages are linked from this repository's node_modules. A package only gets its
  // declared dependencies, and npm rejects versions that don't match.
  const dependencies = [
    ...tarballs.map(({ name, path }) => [name, `file:${path}`]),
    ...LIBRARIES.map((name) => [name, `file:${installedFolder(name, import.meta.dirname)}`]),
    ...(hasTools() ? BUNDLERS.map((name) => [name, `file:${dirname(toolPath(name))}`]) : []),
    ...published.flatMap(({ folder, manifest }) =>
      Object.keys(manifest.dependencies ?? {})
        .filter((name) => !tarballs.some((tarball) => tarball.name === name))
        .map((name) => [name, `file:${installedFolder(name, folder)}`]),
    ),
  ];
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'blank', private: true, type: 'module', dependencies: Object.fromEntries(dependencies) }),
  );
  // With what npm happens to have cached of optional peers, it would try to install some of them.
  const options = ['--offline', '--cache', join(project, 'npm-cache'), '--ignore-scripts', '--no-audit', '--no-fund'];
  await runCommand('npm', ['install', ...options], { cwd: project });
  cpSync(join(import.meta.dirname, '../smoke'), join(project, 'smoke'), { recursive: true });

  return { value: { project, tarballs }, stop: async () => rmSync(project, { recursive: true, force: true }) };
}

/**
 * Returns the folder of a package that an import in `folder` resolves to.
 *
 * @throws Error when the package is not installed.
 */
function installedFolder(name: string, folder: string): string {
  const paths = createRequire(join(folder, 'package.json')).resolve.paths(name) ?? [];
  for (const path of paths) {
    try {
      return dirname(realpathSync(join(path, name, 'package.json')));
    } catch {}
  }
  throw new Error(`The package ${name} is not installed. Run npm ci.`);
}
