import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Document, listOperations, listProtocolResponses, resolve, type Schema } from '@aispm/openapi';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';

const tsc = createRequire(import.meta.url).resolve('@aispm/typescript7/tsc7.js');
const packageFolder = new URL('../', import.meta.url);
const program = new URL('generated/', packageFolder);
const contract: Document = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@aispm/spec/strict.json')), 'utf8'),
);
const schemas = Object.entries((contract.components?.schemas ?? {}) as Record<string, Schema>);

beforeEach(() => {
  rmSync(program, { recursive: true, force: true });
  mkdirSync(program);
});
afterAll(() => rmSync(program, { recursive: true, force: true }));

/** Returns what tsc reports for a program that uses the package, with the strict options of this repository. */
function diagnostics(code: string): string {
  writeFileSync(new URL('program.ts', program), code);
  try {
    execFileSync(process.execPath, [tsc, '-p', 'tsconfig.json'], { cwd: packageFolder, encoding: 'utf8' });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

/** Returns code that compiles only when the property of a type is optional. */
function expectOptional(type: string, property: string): string {
  return `({}) satisfies Pick<${type}, '${property}'>;`;
}

describe('the package', () => {
  it('exports every schema of the contract by name, and paths, operations and components', () => {
    const names = schemas.map(([name]) => name);
    expect(names).not.toHaveLength(0);
    const code = `
      import type { components, operations, paths, ${names} } from '@aispm/types';
      export type All = [components, operations, paths, ${names}];
      type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;
      ${names.map((name) => `true satisfies Same<${name}, components['schemas']['${name}']>;`).join('\n')}`;
    expect(diagnostics(code)).toBe('');
  });

  it('does not export a name that the contract does not have', () => {
    expect(diagnostics(`import type { NoSuchSchema } from '@aispm/types'; export type It = NoSuchSchema;`)).toContain(
      `has no exported member 'NoSuchSchema'`,
    );
  });

  it('exports the protocol responses by status, with their headers and the error body', () => {
    const protocolResponses = listProtocolResponses(contract);
    expect(protocolResponses).not.toHaveLength(0);
    const code = `
      import type { ApiErrorBody, ErrorReason, ProtocolResponses } from '@aispm/types';
      type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;
      type Body<Status extends keyof ProtocolResponses> = ProtocolResponses[Status]['content']['application/json'];
      true satisfies Same<keyof ProtocolResponses, ${protocolResponses.map(({ status }) => status).join(' | ')}>;
      true satisfies Same<Body<keyof ProtocolResponses>, ApiErrorBody>;
      true satisfies Same<ProtocolResponses[429 | 503]['headers']['Retry-After'], number>;
      true satisfies Same<ProtocolResponses[405]['headers']['Allow'], string>;
      'run_active' satisfies ErrorReason;`;
    expect(diagnostics(code)).toBe('');
  });

  it('declares properties and query parameters with a default as optional', () => {
    const properties = schemas.flatMap(([name, { properties = {}, required = [] }]) =>
      Object.entries(properties)
        .filter(([property, schema]) => schema.default !== undefined && !required.includes(property))
        .map(([property]) => expectOptional(`components['schemas']['${name}']`, property)),
    );
    const parameters = listOperations(contract).flatMap((operation) =>
      operation.parameters
        .filter(({ in: location, required, schema = {} }) => {
          return location === 'query' && !required && resolve<Schema>(contract, schema).default !== undefined;
        })
        .map(({ name }) =>
          expectOptional(`NonNullable<operations['${operation.operationId}']['parameters']['query']>`, name),
        ),
    );
    expect(properties).not.toHaveLength(0);
    expect(parameters).not.toHaveLength(0);
    const code = `
      import type { components, operations } from '@aispm/types';
      ${[...properties, ...parameters].join('\n')}
      export type Used = components | operations;`;
    expect(diagnostics(code)).toBe('');
  });

  it('has a README whose examples compile', () => {
    const readme = readFileSync(new URL('README.md', packageFolder), 'utf8');
    const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
    expect(examples).not.toHaveLength(0);
    expect(diagnostics(examples.join('\n'))).toBe('');
  });

  it('is empty at run time', async () => {
    expect({ ...(await import('@aispm/types')) }).toEqual({});
  });
});
