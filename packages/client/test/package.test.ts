import { readdirSync, readFileSync } from 'node:fs';
import { bundle } from '@aispm/testing/bundle';
import { describe, expect, it } from 'vitest';

/** Returns the specifiers of the imports in the files of the built package that have a suffix. */
function builtImports(suffix: RegExp): string[] {
  const dist = new URL('../dist/', import.meta.url);
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => suffix.test(file));
  return files.flatMap((file) =>
    [...readFileSync(new URL(file, dist), 'utf8').matchAll(/^(?:import|export) .*? from ['"](.+?)['"];$/gms)].map(
      ([, specifier = '']) => specifier,
    ),
  );
}

describe('the built package', () => {
  it('adds only the operations to a program that it uses', async () => {
    const code = await bundle(
      `import { createClient, getRule } from '@aispm/client'; export { createClient, getRule };`,
      import.meta.dirname,
    );
    expect(code.match(/method:"[A-Z]+"/g)).toHaveLength(1);
    expect(code).toContain('/rules/');
  });

  it('adds no operation to a program that uses only an error class', async () => {
    const code = await bundle(`import { ApiError } from '@aispm/client'; export { ApiError };`, import.meta.dirname);
    expect(code).not.toContain('method:');
  });

  it('has no dependencies, except an optional one of the entry point for traces', () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
    expect(Object.keys(manifest.peerDependencies)).toEqual(['@opentelemetry/api']);
    expect(manifest.peerDependenciesMeta).toEqual({ '@opentelemetry/api': { optional: true } });
  });

  it('only imports its files, with their suffix, and in one entry point the optional dependency', () => {
    const scripts = builtImports(/(?<!^otel)\.js$/);
    expect(scripts).not.toHaveLength(0);
    expect(scripts.filter((specifier) => !/^\.\.?\/.+\.js$/.test(specifier))).toEqual([]);
    expect(builtImports(/^otel\.js$/)).toEqual(['@opentelemetry/api']);
    const declarations = builtImports(/\.d\.ts$/);
    expect(declarations).not.toHaveLength(0);
    // TypeScript finds the declarations of a module by the name of its source.
    expect(declarations.filter((specifier) => !/^\.\.?\/.+\.ts$/.test(specifier))).toEqual([]);
  });
});
