import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { twenty } from './calls.ts';
import type { Peer } from './peers.ts';
import { calling } from './program.ts';
import { run } from './run.ts';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const common = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  strict: true,
  types: [],
};

/**
 * Writes the declarations of a generated client, as its package would have them.
 *
 * @param root folder of the generated clients.
 * @returns the module to import.
 */
async function declarations(peer: Peer, root: string): Promise<string> {
  if (!peer.generate) return peer.module;
  const [, name = '', ...file] = peer.module.split('/');
  const project = join(root, `${name}.declarations.json`);
  const output = join(root, 'declarations', name);
  rmSync(output, { recursive: true, force: true });
  const compilerOptions = {
    ...common,
    // The generators' own mistakes are not what is measured here.
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: join(root, name),
    outDir: output,
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, files: [join(root, name, `${file.join('/')}.ts`)] }));
  await run(process.execPath, [tsc, '--project', project], root);
  return `./${join(relative(root, output), ...file)}`;
}

/**
 * How many types tsc has to make from generic ones to check a program with 20 calls of a client, from its declarations.
 *
 * @param root folder of the generated clients.
 * @throws Error when the program does not compile.
 */
export async function instantiationsOf(peer: Peer, root: string): Promise<number> {
  const module = await declarations(peer, root);
  mkdirSync(root, { recursive: true });
  const name = peer.name.replaceAll(/\W+/g, '-');
  const project = join(root, `${name}.calls.json`);
  writeFileSync(join(root, `${name}.calls.ts`), calling(peer, twenty, module));
  const compilerOptions = { ...common, noEmit: true, skipLibCheck: true };
  writeFileSync(project, JSON.stringify({ compilerOptions, files: [`${name}.calls.ts`] }));
  const said = await run(process.execPath, [tsc, '--project', project, '--extendedDiagnostics'], root);
  return Number(/^Instantiations: +(\d+)$/m.exec(said)?.[1]);
}
