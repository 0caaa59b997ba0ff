import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Document, listOperations, listProtocolResponses, resolve, type Schema } from '@aispm/openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const tsc = createRequire(import.meta.url).resolve('@aispm/testing/tsc7.js');
const packageFolder = new URL('../', import.meta.url);
const programs = new URL('generated/', packageFolder);
const contract: Document = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@aispm/spec/strict.json')), 'utf8'),
);
const schemas = Object.entries((contract.components?.schemas ?? {}) as Record<string, Schema>);

const protocolResponses = listProtocolResponses(contract);
/** Returns code that compiles only when the property of a type is optional. */
function expectOptional(type: string, property: string): string {
  return `({}) satisfies Pick<${type}, '${property}'>;`;
}

const propertiesWithDefault = schemas.flatMap(([name, { properties = {}, required = [] }]) =>
  Object.entries(properties)
    .filter(([property, schema]) => schema.default !== undefined && !required.includes(property))
    .map(([property]) => expectOptional(`components['schemas']['${name}']`, property)),
);
const parametersWithDefault = listOperations(contract).flatMap((operation) =>
  operation.parameters
    .filter(({ in: location, required, schema = {} }) => {
      return location === 'query' && !required && resolve<Schema>(contract, schema).default !== undefined;
    })
    .map(({ name }) =>
      expectOptional(`NonNullable<operations['${operation.operationId}']['parameters']['query']>`, name),
    ),
);
const readme = readFileSync(new URL('README.md', packageFolder), 'utf8');
const readmeExamples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);

/** The programs that use the package, by name. One run of the compiler checks them all, because it is slow to start. */
const PROGRAMS = {
  exports: createExportsProgram,
  unknown: () => `import type { NoSuchSchema } from '@aispm/types'; export type It = NoSuchSchema;`,
  protocol: createProtocolProgram,
  defaults: createDefaultsProgram,
  readme: () => readmeExamples.join('\n'),
};
let output: string;

beforeAll(() => {
  rmSync(programs, { recursive: true, force: true });
  mkdirSync(programs);
  for (const [name, create] of Object.entries(PROGRAMS)) writeFileSync(new URL(`${name}.ts`, programs), create());
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.json', '--pretty', 'false'], {
    cwd: packageFolder,
    encoding: 'utf8',
  });
  output = stdout;
});
afterAll(() => rmSync(programs, { recursive: true, force: true }));

/** Returns the compiler's diagnostics for a program, with the strict options of this repository. */
function diagnostics(program: keyof typeof PROGRAMS): string[] {
  // All lines of a diagnostic except the first are indented.
  return output.split(/\n(?! )/).filter((text) => text.includes(`${program}.ts(`));
}

const SAME = 'type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;';

/** Imports every schema by name, and paths, operations and components. */
function createExportsProgram(): string {
  const names = schemas.map(([name]) => name);
  return `
    import type { components, operations, paths, ${names} } from '@aispm/types';
    export type All = [components, operations, paths, ${names}];
    ${SAME}
    ${names.map((name) => `true satisfies Same<${name}, components['schemas']['${name}']>;`).join('\n')}`;
}

function createProtocolProgram(): string {
  return `
    import type { ApiErrorBody, ErrorReason, ProtocolResponses } from '@aispm/types';
    ${SAME}
    type Body<Status extends keyof ProtocolResponses> = ProtocolResponses[Status]['content']['application/json'];
    true satisfies Same<keyof ProtocolResponses, ${protocolResponses.map(({ status }) => status).join(' | ')}>;
    true satisfies Same<Body<keyof ProtocolResponses>, ApiErrorBody>;
    true satisfies Same<ProtocolResponses[429 | 503]['headers']['Retry-After'], number>;
    true satisfies Same<ProtocolResponses[405]['headers']['Allow'], string>;
    'run_active' satisfies ErrorReason;`;
}

function createDefaultsProgram(): string {
  return `
    import type { components, operations } from '@aispm/types';
    ${[...propertiesWithDefault, ...parametersWithDefault].join('\n')}
    export type Used = components | operations;`;
}

describe('the package', () => {
  it('exports every schema of the contract by name, and paths, operations and components', () => {
    expect(schemas).not.toHaveLength(0);
    expect(diagnostics('exports')).toEqual([]);
  });

  it('does not export names that are not in the contract', () => {
    expect(diagnostics('unknown')).toEqual([expect.stringContaining(`has no exported member 'NoSuchSchema'`)]);
  });

  it('exports the protocol responses by status, with their headers and the error body', () => {
    expect(protocolResponses).not.toHaveLength(0);
    expect(diagnostics('protocol')).toEqual([]);
  });

  it('declares properties and query parameters with a default as optional', () => {
    expect(propertiesWithDefault).not.toHaveLength(0);
    expect(parametersWithDefault).not.toHaveLength(0);
    expect(diagnostics('defaults')).toEqual([]);
  });

  it('has a README whose examples compile', () => {
    expect(readmeExamples).not.toHaveLength(0);
    expect(diagnostics('readme')).toEqual([]);
  });

  it('has valid declarations', () => {
    const others = output.split(/\n(?! )/).filter((text) => text !== '' && !text.startsWith('generated/'));
    expect(others).toEqual([]);
  });

  it('is empty at run time', async () => {
    expect({ ...(await import('@aispm/types')) }).toEqual({});
  });
});
