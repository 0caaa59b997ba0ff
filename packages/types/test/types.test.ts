import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, expect, test } from 'vitest';

interface Schema {
  properties?: Record<string, { default?: unknown }>;
  required?: string[];
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: { default?: unknown };
}
interface Contract {
  paths: Record<string, Record<string, { operationId?: string; parameters?: Parameter[] }>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

const tsc = createRequire(import.meta.url).resolve('@aispm/typescript7/tsc7.js');
const program = new URL('../generated/', import.meta.url);
const contract: Contract = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@aispm/spec/openapi.json')), 'utf8'),
);
const schemas = Object.entries(contract.components.schemas);

beforeEach(() => {
  rmSync(program, { recursive: true, force: true });
  mkdirSync(program);
});
afterAll(() => rmSync(program, { recursive: true, force: true }));

/** What tsc says about a program that uses the package, under the strict settings of the repository. */
function diagnostics(code: string): string {
  writeFileSync(new URL('program.ts', program), code);
  try {
    execFileSync(process.execPath, [tsc, '-p', 'tsconfig.json'], { encoding: 'utf8', timeout: 300_000 });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

/** Code that compiles only when an object of this type may lack the property. */
function mayLack(type: string, property: string): string {
  return `({}) satisfies Pick<${type}, '${property}'>;`;
}

test('every schema of the contract is exported by its name, beside paths, operations and components', () => {
  const names = schemas.map(([name]) => name);
  expect(names).not.toHaveLength(0);
  const code = `
    import type { components, operations, paths, ${names} } from '@aispm/types';
    export type All = [components, operations, paths, ${names}];
    type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;
    ${names.map((name) => `true satisfies Same<${name}, components['schemas']['${name}']>;`).join('\n')}`;
  expect(diagnostics(code)).toBe('');
});

test('a name that the contract does not have is not exported', () => {
  expect(diagnostics(`import type { NoSuchSchema } from '@aispm/types'; export type It = NoSuchSchema;`)).toContain(
    `has no exported member 'NoSuchSchema'`,
  );
});

test('a property or parameter with a default stays optional', () => {
  const properties = schemas.flatMap(([name, { properties = {}, required = [] }]) =>
    Object.entries(properties)
      .filter(([property, schema]) => schema.default !== undefined && !required.includes(property))
      .map(([property]) => mayLack(`components['schemas']['${name}']`, property)),
  );
  const parameters = Object.values(contract.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, parameters = [] }) =>
      parameters
        .map((it) => contract.components.parameters[it.$ref?.split('/').at(-1) ?? ''] ?? it)
        .filter((it) => it.in === 'query' && !it.required && it.schema.default !== undefined)
        .map(({ name }) => mayLack(`NonNullable<operations['${operationId}']['parameters']['query']>`, name)),
    );
  const checks = [...properties, ...parameters];
  expect(checks).not.toHaveLength(0);
  expect(
    diagnostics(
      `import type { components, operations } from '@aispm/types';\n${checks.join('\n')}\nexport type _ = components | operations;`,
    ),
  ).toBe('');
});

test('the examples of the README compile', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);
  expect(examples).not.toHaveLength(0);
  expect(diagnostics(examples.join('\n'))).toBe('');
});

test('the package can be imported at run time, and is empty then', async () => {
  expect({ ...(await import('@aispm/types')) }).toEqual({});
});
