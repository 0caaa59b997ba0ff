/** The sizes of programs in a browser. */
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';

/**
 * Bundles and minifies a TypeScript program for a browser.
 *
 * @param folder the folder that its imports are resolved from
 * @param options other options of esbuild
 */
export async function bundle(program: string, folder: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
    ...options,
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Returns the size of a program, minified and compressed with gzip -9, in bytes. The parameters are those of {@link bundle}. */
export async function programSize(...program: Parameters<typeof bundle>): Promise<number> {
  return gzipSync(await bundle(...program), { level: 9 }).byteLength;
}
