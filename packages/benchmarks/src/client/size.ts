import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * Bundles a TypeScript program for a browser.
 *
 * @param source the program.
 * @param folder base of its relative imports.
 */
export async function bundle(source: string, folder: string, minify = true): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** Returns the size of a program, minified and compressed with gzip -9, in bytes. */
export async function programSize(source: string, folder: string): Promise<number> {
  return gzipSync(await bundle(source, folder), { level: 9 }).byteLength;
}
