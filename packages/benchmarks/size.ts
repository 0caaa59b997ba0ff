import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/**
 * A program in one file, as a browser would load it.
 *
 * @param source the program, TypeScript.
 * @param folder where its relative imports start.
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

/** Size of a program as it is sent to a browser: minified and compressed with gzip -9, in bytes. */
export async function sizeOf(source: string, folder: string): Promise<number> {
  return gzipSync(await bundle(source, folder), { level: 9 }).byteLength;
}
