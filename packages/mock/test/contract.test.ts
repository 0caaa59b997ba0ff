import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContractError, createMock } from '@aispm/mock';
import { afterAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { smallContract } from './small-contract.ts';
import { contract } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'aispm-mock-'));
afterAll(() => rmSync(folder, { recursive: true }));

const save = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

async function refusal(source: string | object): Promise<string> {
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
  it('comes with the package and passes every check', async () => {
    const [given, own] = [await createMock({ contract }), await createMock()];
    expect([given.operationCount, given.contractDigest]).toEqual([own.operationCount, own.contractDigest]);
  });

  it.each([
    ['YAML', 'small.yaml', stringify(smallContract())],
    ['JSON', 'small.json', JSON.stringify(smallContract())],
  ])('is read from a %s file', async (_, name, text) => {
    expect((await createMock({ contract: save(name, text) })).basePath).toBe('/beta/v2');
  });

  it('that is given as an object is left as it was', async () => {
    const mine = smallContract();
    await createMock({ contract: mine });
    expect(mine).toEqual(smallContract());
  });

  it('is validated as 2020-12 even when it names the dialect of OpenAPI, with which Prism validates nothing', async () => {
    const mine = { ...smallContract(), jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' };
    const { fetch } = await createMock({ contract: mine });
    expect((await fetch('http://any/beta/v2/search?maxCount=0')).status).toBe(400);
  });
});

describe('a contract is refused in one line', () => {
  it('when the file is not there', async () => {
    expect(await refusal(join(folder, 'none.yaml'))).toBe(
      `The contract ${join(folder, 'none.yaml')} cannot be used: there is no such file.`,
    );
  });

  it('when it is not YAML, with the line', async () => {
    expect(await refusal(save('bad.yaml', 'openapi: 3.1.0\ninfo: [\n'))).toMatch(
      /bad\.yaml cannot be used: it is not YAML: .* line 3/,
    );
  });

  it('when it is not JSON, with the reason', async () => {
    expect(await refusal(save('bad.json', '{"openapi": }'))).toMatch(
      /bad\.json cannot be used: it is not JSON: Unexpected token '}'/,
    );
  });

  it.each(['', '- a\n- b', 'just text'])('when it is something else: %j', async (text) => {
    expect(await refusal(save('other.yaml', text))).toContain('is not an OpenAPI document');
  });

  it('when it is another version of OpenAPI', async () => {
    expect(await refusal({ ...smallContract(), openapi: '3.0.3' })).toContain(
      'must be OpenAPI 3.1, but its field "openapi" is "3.0.3"',
    );
  });

  it('when a reference leads nowhere, with both places', async () => {
    const mine = smallContract();
    mine.components.schemas.Thing = { type: 'object', properties: { part: { $ref: '#/components/schemas/Part' } } };
    expect(await refusal(mine)).toContain(
      '#/components/schemas/Thing/properties/part refers to #/components/schemas/Part, which is not there',
    );
  });

  it('when a reference leads into another file, with the way out', async () => {
    const mine = smallContract();
    mine.components.schemas.Thing = { $ref: './thing.yaml' };
    expect(await refusal(mine)).toMatch(/refers to another document, \.\/thing\.yaml; bundle it/);
  });

  it('when a schema does not compile, because Prism would then validate nothing', async () => {
    const mine = smallContract();
    mine.components.schemas.Code = { type: 'string', pattern: '(' };
    expect(await refusal(mine)).toMatch(
      /the schema #\/components\/schemas\/Code does not compile: Invalid regular expression/,
    );
  });

  it('when a security scheme is not declared, because Prism would then check no token', async () => {
    const mine = { ...smallContract(), security: [{ ApiKey: [] }] };
    expect(await refusal(mine)).toContain('asks for the security scheme "ApiKey", which is not declared');
  });

  it('when it has no operations', async () => {
    expect(await refusal({ ...smallContract(), paths: {} })).toContain('it has no operations');
  });

  it('when a server uses a variable that is not declared', async () => {
    expect(await refusal({ ...smallContract(), servers: [{ url: 'https://{region}/v1' }] })).toContain(
      'the variable "region"',
    );
  });
});
