import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);
const root = createRequire(new URL('../../../package.json', import.meta.url));

/** A compiler that users have: its version and its script, and the tags of the tests of it. */
export interface Compiler {
  version: string;
  tsc: string;
  tags: string[];
}

/** The TypeScript that this repository builds with, which takes several times as long, and the native one. */
export const compilers: Compiler[] = [
  { version: '5.9', tsc: root.resolve('typescript/bin/tsc'), tags: ['long'] },
  { version: '7.0', tsc: require.resolve('@aispm/typescript7/tsc7.js'), tags: [] },
];

/** Folder of the type packages of this repository. */
const typeRoots = [dirname(dirname(root.resolve('@types/node/package.json')))];

/** Where the names that a program uses come from: a browser, or Node.js. */
export const platforms: Record<string, object> = {
  'the DOM': { lib: ['ES2022', 'DOM'], types: [] },
  'Node.js': { lib: ['ES2022'], types: ['node'], typeRoots },
};

/** The two ways to resolve modules that know `exports`. */
export const resolutions: Record<string, object> = {
  NodeNext: { module: 'NodeNext', moduleResolution: 'NodeNext' },
  Bundler: { module: 'ESNext', moduleResolution: 'Bundler' },
};

/** As strict as it gets. */
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
 * Compiles the programs of several folders from scratch in one process, which reads and starts once what they share; at most
 * a minute for each.
 *
 * @param tsc script of the compiler
 * @param cwd folder that has the folders
 * @param folders each with a `tsconfig.json`
 * @returns what the compiler has to say about each folder: nothing when all is well
 * @throws Error when the compiler cannot be run, or complains about something else than a file of one of the folders
 */
export function buildAll(tsc: string, cwd: string, folders: string[]): Promise<Map<string, string>> {
  const args = [tsc, '--build', '--force', '--pretty', 'false', ...folders];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      args,
      { cwd, timeout: folders.length * 60_000, maxBuffer: 2 ** 24 },
      (error, stdout, stderr) => {
        // The lines of a diagnosis that follow its first one are indented.
        const complaints = stdout.split(/\n(?! )/).filter(Boolean);
        const of = (folder: string) => complaints.filter((complaint) => complaint.startsWith(`${folder}/`));
        const placed = folders.flatMap(of);
        if (placed.length < complaints.length || (error && placed.length === 0)) {
          reject(new Error([error?.message, stdout, stderr].join('\n'), { cause: error }));
        } else resolve(new Map(folders.map((folder) => [folder, of(folder).join('\n')])));
      },
    );
  });
}
