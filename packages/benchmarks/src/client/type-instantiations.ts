import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { twentyGets } from './measured-calls.ts';
import type { Peer } from './peers.ts';
import { callModule } from './programs.ts';
import { runCommand } from './run-command.ts';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const COMPILER_OPTIONS = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  module: 'ESNext',
  moduleResolution: 'Bundler',
  strict: true,
  types: [],
};

/**
 * Writes the declarations of a generated client, as in a package.
 *
 * @param root folder of the generated clients.
 * @returns the name of the module with the declarations.
 */
async function writeDeclarations(peer: Peer, root: string): Promise<string> {
  if (!peer.generate) return peer.module;
  const [, name = '', ...file] = peer.module.split('/');
  const project = join(root, `${name}.declarations.json`);
  const output = join(root, 'declarations', name);
  rmSync(output, { recursive: true, force: true });
  const compilerOptions = {
    ...COMPILER_OPTIONS,
    // Type errors in generated code don't affect the measurement.
    noCheck: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: join(root, name),
    outDir: output,
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, files: [join(root, name, `${file.join('/')}.ts`)] }));
  await runCommand(process.execPath, [tsc, '--project', project], root);
  return `./${join(relative(root, output), ...file)}`;
}

/**
 * Returns how many types tsc instantiates to check a program with 20 calls of a client, with the declarations of the client.
 *
 * @param root folder of the generated clients.
 * @throws Error when the program doesn't compile.
 */
export async function countInstantiations(peer: Peer, root: string): Promise<number> {
  const module = await writeDeclarations(peer, root);
  mkdirSync(root, { recursive: true });
  const name = peer.name.replaceAll(/\W+/g, '-');
  const project = join(root, `${name}.calls.json`);
  writeFileSync(join(root, `${name}.calls.ts`), callModule(peer, twentyGets, module));
  const compilerOptions = { ...COMPILER_OPTIONS, noEmit: true, skipLibCheck: true };
  writeFileSync(project, JSON.stringify({ compilerOptions, files: [`${name}.calls.ts`] }));
  const output = await runCommand(process.execPath, [tsc, '--project', project, '--extendedDiagnostics'], root);
  return Number(/^Instantiations: +(\d+)$/m.exec(output)?.[1]);
}
