import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { run } from './run.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of a project outside of this repository that has packed packages installed, and the smoke suite. */
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
  /** Bytes. */
  size: number;
  /** Paths of the files in it. */
  files: string[];
}

/** The packages that depend on nothing but each other. */
const INSTALLED = ['types', 'client'];

/** Packs the published packages and installs those that can be without a network, once for all tests, in a blank project. */
export default async function install({ provide }: TestProject): Promise<() => void> {
  const project = mkdtempSync(join(tmpdir(), 'aispm-consumer-'));
  const packages = [...INSTALLED, 'mock'].map((name) => join(import.meta.dirname, '../..', name));
  const packed = await run('npm', ['pack', '--json', '--pack-destination', project, ...packages], { cwd: project });
  const tarballs = (
    JSON.parse(packed) as { name: string; filename: string; size: number; files: { path: string }[] }[]
  ).map(
    ({ name, filename, size, files }): Tarball => ({
      name,
      path: join(project, filename),
      size,
      files: files.map(({ path }) => path).sort(),
    }),
  );

  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'blank', private: true, type: 'module' }));
  const installed = tarballs.filter(({ name }) => INSTALLED.some((one) => name === `@aispm/${one}`));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...installed.map(({ path }) => path)], {
    cwd: project,
  });
  mkdirSync(join(project, 'smoke'));
  cpSync(join(import.meta.dirname, '../smoke'), join(project, 'smoke'), { recursive: true });

  provide('project', project);
  provide('tarballs', tarballs);
  return () => rmSync(project, { recursive: true, force: true });
}
