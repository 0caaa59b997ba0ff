import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContractError, createMock } from '@aispm/mock';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { smallContract } from './small-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'aispm-mock-'));
afterAll(() => rmSync(folder, { recursive: true }));

const save = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

async function getError(source: string | object): Promise<string> {
  const error = await createMock({ contract: source }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ContractError);
  const { message } = error as Error;
  expect(message).not.toContain('\n');
  return message;
}

describe('a contract', () => {
  it('is part of the package and passes every check', async () => {
    const published = createRequire(import.meta.url).resolve('@aispm/spec/openapi.json');
    const [given, packaged] = [await createMock({ contract: published }), await createMock()];
    expect([given.operationCount, given.contractDigest]).toEqual([packaged.operationCount, packaged.contractDigest]);
  });

  it.each([
    ['YAML', 'small.yaml', stringify(smallContract())],
    ['JSON', 'small.json', JSON.stringify(smallContract())],
  ])('is read from a %s file', async (_, name, text) => {
    expect((await createMock({ contract: save(name, text) })).basePath).toBe('/beta/v2');
  });

  it('that is an object is not modified', async () => {
    const changed = smallContract();
    await createMock({ contract: changed });
    expect(changed).toEqual(smallContract());
  });

  it('applies JSON Schema 2020-12 even when it names the dialect of OpenAPI, with which Prism validates nothing', async () => {
    const changed = { ...smallContract(), jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' };
    const { fetch } = await createMock({ contract: changed });
    expect((await fetch('http://any/beta/v2/search?maxCount=0')).status).toBe(400);
  });
});

describe('a contract is rejected with an error of one line', () => {
  it('when the file does not exist', async () => {
    expect(await getError(join(folder, 'none.yaml'))).toBe(
      `The contract ${join(folder, 'none.yaml')} cannot be used: the file does not exist.`,
    );
  });

  it('when it is not valid YAML, with the line', async () => {
    expect(await getError(save('bad.yaml', 'openapi: 3.1.0\ninfo: [\n'))).toMatch(
      /bad\.yaml cannot be used: it is not valid YAML: .* line 3/,
    );
  });

  it('when it is not valid JSON, with the reason', async () => {
    expect(await getError(save('bad.json', '{"openapi": }'))).toMatch(
      /bad\.json cannot be used: it is not valid JSON: Unexpected token '}'/,
    );
  });

  it.each(['', '- a\n- b', 'just text'])('when it is not an OpenAPI document: %j', async (text) => {
    expect(await getError(save('other.yaml', text))).toContain('is not an OpenAPI document');
  });

  it('when it is Swagger, with the remedy', async () => {
    const { openapi: _, ...swagger } = { ...smallContract(), swagger: '2.0' };
    expect(await getError(swagger)).toContain(
      'it is Swagger "2.0", and not OpenAPI 3.0 or 3.1; convert it to OpenAPI first.',
    );
  });

  it('when it is another version of OpenAPI', async () => {
    expect(await getError({ ...smallContract(), openapi: '2.0' })).toContain(
      'must be OpenAPI 3.0 or 3.1, but its member "openapi" is "2.0"',
    );
  });

  it('when a reference has no target, with the location and the reference', async () => {
    const changed = smallContract();
    changed.components.schemas.Thing = { type: 'object', properties: { part: { $ref: '#/components/schemas/Part' } } };
    expect(await getError(changed)).toContain(
      '/components/schemas/Thing/properties/part: The reference "#/components/schemas/Part" cannot be resolved',
    );
  });

  it('when a reference leads to another file, with the remedy', async () => {
    const changed = smallContract();
    changed.components.schemas.Thing = { $ref: './thing.yaml' };
    expect(await getError(changed)).toMatch(
      /"\.\/thing\.yaml" cannot be resolved: it leads to another document\. Bundle/,
    );
  });

  it('when a schema does not compile, because Prism would then validate nothing', async () => {
    const changed = smallContract();
    changed.components.schemas.Code = { type: 'text' };
    expect(await getError(changed)).toMatch(/the schema #\/components\/schemas\/Code does not compile: type must be/);
  });

  it('when a security scheme is not declared, because Prism would then check no token', async () => {
    const changed = { ...smallContract(), security: [{ ApiKey: [] }] };
    expect(await getError(changed)).toContain('requires the security scheme "ApiKey"');
  });

  it('when it has no operations', async () => {
    expect(await getError({ ...smallContract(), paths: {} })).toContain('it has no operations');
  });

  it('when a server uses a variable that is not declared', async () => {
    expect(await getError({ ...smallContract(), servers: [{ url: 'https://{region}/v1' }] })).toContain(
      'the variable "region"',
    );
  });
});
