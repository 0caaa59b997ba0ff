import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, jsonSchema, resolve, type Schema, schemaProperties } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { contract, operations } from './contract.ts';
import {
  type Example,
  evaluateBodyExpression,
  exampleName,
  examples,
  examplesOf,
  isBodyExpression,
  links,
  listFields,
  listRecords,
  responseExamples,
} from './examples.ts';
import {
  appearances,
  findRecord,
  getRecord,
  isVariant,
  listAll,
  NOW,
  recordsById,
  recordTypes,
  referencedTypes,
  toPascalCase,
  typesInPath,
} from './sample-data.ts';

const sampleData = readFileSync(join(import.meta.dirname, '../SAMPLE_DATA.md'), 'utf8');
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The sections of SAMPLE_DATA.md whose table has a column of identifiers: the type of the records, and their identifiers. */
const sections = sampleData
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [title = '', ...lines] = section.split('\n');
    const rows = lines.filter((line) => line.startsWith('|')).map((line) => line.split('|').map((cell) => cell.trim()));
    const column = rows[0]?.findIndex((cell) => cell.startsWith('`')) ?? -1;
    const ids = rows.slice(2).map((row) => row[column]?.replaceAll('`', ''));
    return {
      typeName: toPascalCase(title.toLowerCase().replace(/ \(.*/, '')).replace(/ies$/, 'y').replace(/s$/, ''),
      ids,
    };
  })
  .filter(({ ids }) => ids.length > 0);

/** Returns whether two values are equal, apart from properties that only the service sets. */
function includes(value: unknown, part: unknown): boolean {
  // In a merge patch, null removes a property.
  if (part === null) return (value ?? null) === null;
  if (typeof part !== 'object') return value === part;
  if (typeof value !== 'object' || value === null || Array.isArray(part) !== Array.isArray(value)) return false;
  const members = Object.entries(part);
  if (Array.isArray(value) && value.length !== members.length) return false;
  return members.every(([name, item]) => includes((value as JsonObject)[name], item));
}

describe('SAMPLE_DATA.md', () => {
  it('states the current time', () => {
    expect(sampleData).toContain(`**${NOW}**`);
  });

  it.each(sections)('lists every $typeName that the examples show, and no other', ({ typeName, ids }) => {
    expect(ids.toSorted()).toEqual([...recordsById(typeName).keys()].toSorted());
  });

  it('has a section for every type of records', () => {
    const names = recordTypes.filter((type) => !isVariant(type)).map(({ name }) => name);
    expect(sections.map(({ typeName }) => typeName).sort()).toEqual(names.sort());
  });

  it('lists the keys in the client storage', () => {
    const [page] = examplesOf('listClientStorage');
    const keys = page && listRecords(page).map(({ key }) => `\`${key}\``);
    expect(keys).toEqual(sampleData.match(/keys (.*)\.$/m)?.[1]?.split(' and '));
  });
});

describe('identifiers', () => {
  const shown = appearances.map(({ type, id, example }) => ({ id, types: [type], example }));
  const referenced = examples.flatMap((example) =>
    listFields(example)
      .filter(({ schema, name, value }) => schema.title === 'Identifier' && name !== 'id' && value !== null)
      .map(({ name, value, owner }) => ({
        field: name,
        id: value as string,
        types: referencedTypes(name, owner),
        example,
      })),
  );

  it('every record in a response is returned by its own operation', () => {
    const lost = shown.filter(({ types, id }) => !findRecord(types, id));
    expect(lost.map(({ id, example }) => `${exampleName(example)}: ${id}`)).toEqual([]);
  });

  it('every identifier in a request or a response belongs to a record of its type', () => {
    // No operation of the contract shows these.
    const others = ['guardrail_id', 'user_id', 'tenant_id', 'workspace_id'];
    const lost = referenced.filter(({ field, types, id }) => !others.includes(field) && !findRecord(types, id));
    expect(lost.map(({ field, id, example }) => `${exampleName(example)}: ${field} ${id}`)).toEqual([]);
    expect(referenced.length).toBeGreaterThan(recordTypes.length);
  });

  it('every guardrail that took part in an interaction is attached to its agent, under the same name', () => {
    for (const { agent_id, guardrail_results } of listAll<Interaction>('LlmInteraction'))
      for (const { guardrail_id, guardrail_name } of guardrail_results)
        expect(getRecord('Agent', agent_id)?.guardrails).toContainEqual(
          expect.objectContaining({ guardrail_id, name: guardrail_name }),
        );
  });

  it("every example of an identifier in a path belongs to a record of the path's type", () => {
    for (const operation of operations)
      for (const { name, example, schema, in: location } of operation.parameters) {
        // No operation of the contract shows a tenant, a workspace or an application.
        const isRecord = !['tenant_id', 'workspace_id', 'client_id'].includes(name);
        if (location !== 'path' || !schema?.$ref?.endsWith('/Id') || !isRecord) continue;
        const types = typesInPath(operation, name);
        expect(types, `${operation.operationId} ${name}`).not.toEqual([]);
        expect(findRecord(types, example as string), `${operation.operationId} ${name} ${example}`).toBeDefined();
      }
  });

  it('every link connects an example to a record that the next operation returns', () => {
    const lost = links.flatMap(({ operation, name, operationId, parameters, examples: own }) => {
      const next = operations.find((candidate) => candidate.operationId === operationId);
      if (!next) return [`${operation.operationId} ${name}: no ${operationId}`];
      return Object.entries(parameters)
        .filter(([parameter, expression]) => next.path.includes(`{${parameter}}`) && isBodyExpression(expression))
        .flatMap(([parameter, expression]) => {
          const types = typesInPath(next, parameter);
          const values = own.map((example) => evaluateBodyExpression(expression, example));
          return values
            .filter((value) => value !== 'nothing')
            .filter((value) => types.length > 0 && !findRecord(types, value as string));
        })
        .map((value) => `${operation.operationId} ${name}: ${value}`);
    });
    expect(lost).toEqual([]);
  });

  it('every UUID in the contract belongs to a record, or was generated by a client for one request', () => {
    const { parameters = {}, headers = {} } = contract.components ?? {};
    const generated = JSON.stringify([
      Object.values(parameters).filter((parameter) => 'in' in parameter && parameter.in === 'header'),
      Object.values(headers),
    ]).match(UUID);
    const known = new Set([...recordTypes.flatMap(({ name }) => [...recordsById(name).keys()]), ...(generated ?? [])]);
    const uuids = JSON.stringify(contract).match(UUID) ?? [];
    expect([...new Set(uuids)].filter((uuid) => !known.has(uuid))).toEqual([]);
  });

  it('two records that refer to each other refer to the same other records', () => {
    const contradictions = recordTypes.flatMap(({ name }) =>
      listAll(name).flatMap((record) =>
        listReferences(record).flatMap(({ field, target }) =>
          listReferences(target)
            .filter((shared) => shared.field in record && record[shared.field] !== null)
            .filter((shared) => record[shared.field] !== shared.id)
            .map((shared) => `${name} and its ${field}: ${shared.field}`),
        ),
      ),
    );
    expect(contradictions).toEqual([]);
  });
});

interface Interaction {
  agent_id: string;
  guardrail_results: { guardrail_id: string; guardrail_name: string }[];
}

/** Lists the records that the fields of a record refer to. */
function listReferences(record: JsonObject): { field: string; id: unknown; target: JsonObject }[] {
  return Object.entries(record).flatMap(([field, id]) => {
    const target = field.endsWith('_id') && id ? findRecord(referencedTypes(field, record), id as string) : undefined;
    return target && target !== record ? [{ field, id, target }] : [];
  });
}

describe('a record in several responses', () => {
  const listDifferences = (a: JsonObject, b: JsonObject) =>
    Object.keys(a).filter((field) => field in b && JSON.stringify(a[field]) !== JSON.stringify(b[field]));

  /** Fields that change without a write. */
  const STATE =
    /^(status(_.*)?|latest_.*|score_trend|run_requested|progress|cancel_.*|.*finished_at|error_message|export_.*|updated_at|etag|settings_changed_(at|by))$/;

  /** Fields that only a response with the content of an interaction has, or has completely. */
  const CONTENT = /^(input_messages|output_messages|tool_calls)$/;
  const listVariable = ({ summary }: Example) =>
    summary.includes('include_content=true') ? [STATE, CONTENT] : [STATE];

  /** Lists the fields that the write operations of a collection accept. */
  const listWritable = (collection: string) =>
    operations
      .filter(({ path, requestBody }) => requestBody && (path === collection || path.startsWith(`${collection}/{`)))
      .flatMap(({ requestBody }) => {
        const schema = resolve<Schema>(contract, jsonSchema(requestBody) ?? {});
        return (schema.oneOf ?? [schema]).flatMap((alternative) =>
          Object.keys(schemaProperties(contract, alternative)),
        );
      });

  it('has the same values in a list as in the operation for one record', () => {
    const changed = appearances
      .filter(({ type, example }) => example.operation === type.listOperation)
      .map(({ type, id, example, record }) => {
        const fields = listDifferences(record, getRecord(type.name, id) ?? {});
        return `${exampleName(example)} ${id}: ${fields}`;
      })
      .filter((line) => !line.endsWith(': '));
    expect(changed).toEqual([]);
  });

  it('only differs in its state and in fields that were written', () => {
    const changed = appearances
      .filter(({ type, example }) => example.operation !== type.listOperation)
      .map(({ type, id, example, record }) => {
        const written = example.operation.operationId.startsWith('get') ? [] : listWritable(type.collection);
        const fields = listDifferences(record, getRecord(type.name, id) ?? {})
          .filter((field) => !listVariable(example).some((pattern) => pattern.test(field)))
          .filter((field) => !written.includes(field));
        return `${exampleName(example)} ${id}: ${fields}`;
      })
      .filter((line) => !line.endsWith(': '));
    expect(changed).toEqual([]);
  });

  it('has the values of a request in the response to that request', () => {
    for (const example of responseExamples) {
      const requests = examples.filter(
        ({ operation, message }) => operation === example.operation && message === 'request',
      );
      if (requests.length === 0) continue;
      const response = example.value as JsonObject;
      const isResponseToOne = requests.some(({ value }) => {
        const fields = Object.entries(value as JsonObject).filter(([field]) => field in response);
        return fields.every(([field, item]) => includes(response[field], item));
      });
      expect(isResponseToOne, exampleName(example)).toBe(true);
    }
  });

  it('has the same values if only a part of it is shown', () => {
    const contradictions = responseExamples.flatMap((example) =>
      listFields(example)
        .map(({ value }) => value)
        .filter(isJsonObject)
        .flatMap((part) => {
          const [first = ''] = Object.keys(part);
          const record = first.endsWith('_id') && findRecord(referencedTypes(first, part), part[first] as string);
          if (!record || 'edge' in part || first === 'guardrail_id') return [];
          const fields = listDifferences(part, record).filter((field) => !STATE.test(field));
          const isCompleteRecord = appearances.some((appearance) => appearance.record === part);
          return isCompleteRecord ? [] : fields.map((field) => `${exampleName(example)}: ${part[first]} ${field}`);
        }),
    );
    expect(contradictions).toEqual([]);
  });

  it('has the same values as copies in other records, such as rule_name or latest_run_status', () => {
    for (const { type, example, record } of appearances)
      for (const { field, id } of listReferences(record)) {
        const prefix = field.replace(/id$/, '');
        const states = appearances
          .filter((other) => other.id === id && other.type !== type)
          .map((other) => other.record);
        for (const copy of Object.keys(record).filter((name) => name.startsWith(prefix) && name !== field)) {
          const name = [copy, copy.slice(prefix.length)].find((candidate) =>
            states.some((state) => candidate in state),
          );
          if (!name) continue;
          // When the run has ended, the flag of the attached evaluation is false again, and that of the run remains true.
          if (copy === 'latest_run_cancel_requested' && record.latest_run_finished_at) continue;
          expect(
            states.map((state) => state[name]),
            `${exampleName(example)} ${copy}`,
          ).toContainEqual(record[copy]);
        }
      }
  });

  it('has the same name and type of object in every response', () => {
    for (const example of responseExamples)
      for (const { value } of listFields(example)) {
        if (!isJsonObject(value) || !value.aispm_friendly_name) continue;
        const field = value.agent_id ? 'agent_id' : 'aispm_object_id';
        const id = value[field];
        const record = typeof id === 'string' ? findRecord(referencedTypes(field, value), id) : undefined;
        if (!record) continue;
        const { aispm_friendly_name = record.asset_name, object_type = 'asset' } = record;
        expect(value, exampleName(example)).toMatchObject({
          aispm_friendly_name,
          ...(value.object_type ? { object_type } : {}),
        });
      }
  });
});

/** Returns a field of a record. @throws when it isn't a string */
function requireField(record: JsonObject | undefined, field: string): string {
  const value = record?.[field];
  if (typeof value !== 'string') throw new Error(`The record has no ${field}. Add it to the example.`);
  return value;
}

it('the most severe finding connects the dashboard to the owner of the asset', () => {
  const dashboard = examplesOf('getAispmDashboard')[0]?.value as JsonObject;
  const [top] = dashboard.aispm_objects_top_issues as JsonObject[];
  const issue = getRecord('Issue', requireField(top, 'issue_id'));
  expect(issue).toMatchObject({ status: 'open', definitive_severity: 'critical' });
  const occurrence = listAll('FineGrainedIssue').find(({ issue_id }) => issue_id === requireField(issue, 'issue_id'));
  const location = getRecord('Location', requireField(occurrence?.location as JsonObject, 'location_id'));
  expect(requireField(location, 'url')).toContain(requireField(location, 'file_path'));
  const asset = getRecord('Asset', requireField(location, 'asset_id'));
  expect(sampleData).toContain(`\`${requireField(asset, 'owner')}\``);
});
