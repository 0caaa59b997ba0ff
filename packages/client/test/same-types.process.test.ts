import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Document, listOperations, type Operation } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';

const tsc = createRequire(import.meta.url).resolve('@aispm/testing/tsc7.js');
const folder = join(import.meta.dirname, 'types/generated');
const contract: Document = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@aispm/spec/strict.json')), 'utf8'),
);
const schemas = Object.keys(contract.components?.schemas ?? {});
const operations = listOperations(contract);

/**
 * Two types are the same if each accepts the values of the other. `readonly` makes no difference: the client declares it for lists in
 * requests, which it doesn't change.
 */
const PROGRAM = `
import type * as client from '@aispm/client';
import type * as types from '@aispm/types';

type Plain<T> = T extends readonly (infer Item)[] ? Plain<Item>[] : T extends object ? { -readonly [K in keyof T]: Plain<T[K]> } : T;
type Same<A, B> = [Plain<A>] extends [Plain<B>] ? ([Plain<B>] extends [Plain<A>] ? true : false) : false;
type Known<T> = [T] extends [never] ? unknown : T;
type Part<T, K extends PropertyKey> = K extends keyof T ? Known<NonNullable<T[K]>> : unknown;
type Content<T> = T extends { content: infer C } ? C[keyof C] : undefined;
type Data<T, Status> = T extends { status: infer S; data: infer D } ? (Status extends S ? D : never) : never;
/** The parameters of a call, without headers, whose names differ. */
type Request<O extends { parameters: object }> = Part<O['parameters'], 'path'> & Part<O['parameters'], 'query'>;
type Call<P, O extends { parameters: object }> = Pick<P, keyof P & keyof Request<O>>;
`;

/** Checks statements about types, one per line, with tsc; returns its errors by line. */
function check(statements: readonly string[]): string[] {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'program.ts'), `${PROGRAM}\n${statements.join('\n')}\n`);
  const options = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    lib: ['es2023', 'dom'],
    types: [],
    skipLibCheck: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['.'] }));
  try {
    execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    return [];
  } catch (error) {
    const first = PROGRAM.split('\n').length + 1;
    const { stdout } = error as { stdout: string };
    return Array.from(stdout.matchAll(/\((\d+),\d+\): error (TS\d+.*)/g), ([, line, text]) => {
      return `${statements[Number(line) - first]}  ${text}`;
    });
  }
}

const typeName = ({ operationId }: Operation) => `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;

/** Returns the statement that the types of an operation are the same: of successful responses, errors, and the request. */
function compareOperation(operation: Operation): string[] {
  const { operationId, parameters, requestBody, responses } = operation;
  const [name, own] = [typeName(operation), `types.operations['${operationId}']`];
  const hasParameters = parameters.some((parameter) => parameter.in === 'path' || parameter.in === 'query');
  return [
    ...Object.keys(responses)
      .filter((status) => status.startsWith('2'))
      .map(
        (status) =>
          `true satisfies Same<Data<client.${name}Result, ${status}>, Content<${own}['responses'][${status}]>>;`,
      ),
    ...(hasParameters ? [`true satisfies Same<Call<client.${name}Params, ${own}>, Request<${own}>>;`] : []),
    ...(requestBody
      ? [`true satisfies Same<NonNullable<client.${name}Params['body']>, Content<NonNullable<${own}['requestBody']>>>;`]
      : []),
  ];
}

describe('the types of the client', () => {
  it('equal those of @aispm/types for every schema of the contract', () => {
    expect(schemas.length).toBeGreaterThan(100);
    expect(check(schemas.map((name) => `true satisfies Same<client.${name}, types.${name}>;`))).toEqual([]);
  });

  it('equal those of @aispm/types for the requests and responses of every operation', () => {
    expect(operations.length).toBeGreaterThan(50);
    expect(check(operations.flatMap(compareOperation))).toEqual([]);
  });

  it('are compared with a check that detects a difference', () => {
    expect(check(['true satisfies Same<client.Rule, types.RulePage>;'])).toEqual([
      expect.stringContaining("Type 'true' does not satisfy the expected type 'false'"),
    ]);
  });
});
