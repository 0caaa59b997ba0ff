import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);
const root = createRequire(new URL('../../../../package.json', import.meta.url));

/** A compiler that users have. */
export interface Compiler {
  version: string;
  /** Path of its script. */
  tsc: string;
}

/** The native TypeScript. */
export const NATIVE_COMPILER: Compiler = {
  version: '7.0',
  tsc: require.resolve('@aispm/testing/tsc7.js'),
};

/** The native TypeScript, and the TypeScript that builds this repository, which takes several times as long. */
export const compilers: Compiler[] = [{ version: '5.9', tsc: root.resolve('typescript/bin/tsc') }, NATIVE_COMPILER];

/** Folder of the type packages of this repository. */
const typeRoots = [dirname(dirname(root.resolve('@types/node/package.json')))];

/** Compiler options for the globals of a browser and of Node.js. */
export const platforms = {
  'the DOM': { lib: ['ES2022', 'DOM'], types: [] },
  'Node.js': { lib: ['ES2022'], types: ['node'], typeRoots },
};

/** Compiler options for the two module resolutions that support `exports`. */
export const resolutions = {
  NodeNext: { module: 'NodeNext', moduleResolution: 'NodeNext' },
  Bundler: { module: 'ESNext', moduleResolution: 'Bundler' },
};

/** The strictest compiler options. */
export const strictest = {
  target: 'ES2022',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: false,
  noEmitOnError: true,
};

/**
 * Compiles the programs of several folders from scratch in one process, which loads the compiler and shared declarations only
 * once. The time limit is one minute for each folder.
 *
 * @param tsc script of the compiler
 * @param cwd the parent of the folders
 * @param folders each with a `tsconfig.json`
 * @returns the diagnostics of the compiler by folder; empty for a folder without errors
 * @throws Error when the compiler cannot run, or reports an error outside the folders
 */
export function buildAll(tsc: string, cwd: string, folders: string[]): Promise<Map<string, string>> {
  const args = [tsc, '--build', '--force', '--pretty', 'false', ...folders];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      args,
      { cwd, timeout: folders.length * 60_000, maxBuffer: 2 ** 24 },
      (error, stdout, stderr) => {
        // All lines of a diagnostic except the first are indented.
        const diagnostics = stdout.split(/\n(?! )/).filter(Boolean);
        const inFolder = (folder: string) => diagnostics.filter((diagnostic) => diagnostic.startsWith(`${folder}/`));
        const inFolders = folders.flatMap(inFolder);
        if (inFolders.length < diagnostics.length || (error && inFolders.length === 0)) {
          reject(new Error([error?.message, stdout, stderr].join('\n'), { cause: error }));
        } else resolve(new Map(folders.map((folder) => [folder, inFolder(folder).join('\n')])));
      },
    );
  });
}
