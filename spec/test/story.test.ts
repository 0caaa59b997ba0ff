import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contract, deref, type JsonObject, operations, propertiesOf } from './contract.ts';
import {
  answers,
  type Example,
  examples,
  fieldsOfExample,
  followBody,
  isBodyExpression,
  isObject,
  links,
  nameOf,
  recordsIn,
} from './examples.ts';
import { all, appearances, kinds, kindsReferredTo, lookUp, NOW, pascalCase, recordsOf } from './story.ts';

const story = readFileSync(join(import.meta.dirname, '../STORY.md'), 'utf8');
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The tables of STORY.md whose identifiers have a column of their own: the kind of records, and their identifiers. */
const chapters = story
  .split(/^## /m)
  .slice(1)
  .map((chapter) => {
    const [title = '', ...lines] = chapter.split('\n');
    const rows = lines.filter((line) => line.startsWith('|')).map((line) => line.split('|').map((cell) => cell.trim()));
    const column = rows[0]?.findIndex((cell) => cell.startsWith('`')) ?? -1;
    const ids = rows.slice(2).map((row) => row[column]?.replaceAll('`', ''));
    return { kind: pascalCase(title.toLowerCase().replace(/ \(.*/, '')).replace(/s$/, ''), ids };
  })
  .filter(({ ids }) => ids.length > 0);

test('STORY.md says when the story takes place', () => {
  expect(story).toContain(`**${NOW}**`);
});

describe('identifiers', () => {
  const shownByAppearance = appearances.map(({ kind, id, example }) => ({ field: 'id', id, to: [kind], example }));
  const referred = examples.flatMap((example) =>
    fieldsOfExample(example)
      .filter(({ schema, name, value }) => schema.title === 'Identifier' && name !== 'id' && value !== null)
      .map(({ name, value, owner }) => ({
        field: name,
        id: value as string,
        to: kindsReferredTo(name, owner),
        example,
      })),
  );

  test('every record in an answer is shown by its own operation', () => {
    const lost = shownByAppearance.filter(({ to, id }) => !lookUp(to, id));
    expect(lost.map(({ id, example }) => `${nameOf(example)}: ${id}`)).toEqual([]);
  });

  test('every identifier in a request or an answer leads to a record of its kind', () => {
    const lost = referred.filter(({ field, to, id }) => field !== 'guardrail_id' && !lookUp(to, id));
    expect(lost.map(({ field, id, example }) => `${nameOf(example)}: ${field} ${id}`)).toEqual([]);
    expect(referred.length).toBeGreaterThan(kinds.length);
  });

  test('every guardrail that took part in an interaction is attached to its agent, under the same name', () => {
    const agents = recordsOf('Agent');
    for (const { agent_id, guardrail_results } of all<Interaction>('LlmInteraction'))
      for (const { guardrail_id, guardrail_name } of guardrail_results)
        expect(agents.get(agent_id)?.guardrails).toContainEqual(
          expect.objectContaining({ guardrail_id, name: guardrail_name }),
        );
  });

  test('every example of an identifier in a path leads to a record of the kind of the path', () => {
    for (const { id, path, parameters } of operations)
      for (const { name, example, schema, in: place } of parameters) {
        // No operation of the contract shows a tenant, a workspace or an application.
        const isRecord = !['tenant_id', 'workspace_id', 'client_id'].includes(name as string);
        if (place !== 'path' || !String((schema as JsonObject).$ref).endsWith('/Id') || !isRecord) continue;
        const collection = path.slice(0, path.indexOf(`/{${name}}`));
        const among = kinds.filter((one) => one.collection === collection);
        expect(among, `${id} ${name}`).toHaveLength(1);
        expect(lookUp(among, example as string), `${id} ${name} ${example}`).toBeDefined();
      }
  });

  test('every link leads from an example to a record of the kind that the next operation is about', () => {
    const lost = links.flatMap(({ operation, name, operationId, parameters, examples: own }) => {
      const path = operations.find(({ id }) => id === operationId)?.path ?? '';
      return Object.entries(parameters)
        .filter(([parameter, expression]) => path.includes(`{${parameter}}`) && isBodyExpression(expression))
        .flatMap(([parameter, expression]) => {
          const among = kinds.filter(({ collection }) => collection === path.slice(0, path.indexOf(`/{${parameter}}`)));
          const values = own.map((example) => followBody(expression, example)).filter((value) => value !== 'nothing');
          return values.filter((value) => among.length > 0 && !lookUp(among, value as string));
        })
        .map((value) => `${operation.id} ${name}: ${value}`);
    });
    expect(lost).toEqual([]);
  });

  test('every UUID anywhere in the contract is that of a record, or was made by a client for one request', () => {
    const { parameters, headers } = contract.components;
    const ofRequests = JSON.stringify([
      Object.values(parameters).filter((parameter) => parameter.in === 'header'),
      Object.values(headers),
    ]).match(UUID);
    const known = new Set([...kinds.flatMap(({ name }) => [...recordsOf(name).keys()]), ...(ofRequests ?? [])]);
    const uuids = JSON.stringify(contract).match(UUID) ?? [];
    expect([...new Set(uuids)].filter((uuid) => !known.has(uuid))).toEqual([]);
  });

  test.each(chapters)('STORY.md lists every $kind that the examples show, and no other', ({ kind: name, ids }) => {
    expect(ids.toSorted()).toEqual([...recordsOf(name).keys()].toSorted());
  });

  test('STORY.md has a chapter for every kind of records', () => {
    expect(chapters.map(({ kind }) => kind).sort()).toEqual(kinds.map(({ name }) => name).sort());
  });

  test('the keys in the client storage are those of STORY.md', () => {
    const [keys] = answers.filter(({ operation }) => operation.id === 'listClientStorage').map(recordsIn);
    expect(keys?.map(({ key }) => `\`${key}\``)).toEqual(story.match(/keys (.*)\.$/m)?.[1]?.split(' and '));
  });

  test('two records that refer to each other name the same others', () => {
    const contradictions = kinds.flatMap(({ name }) =>
      all(name).flatMap((record) =>
        references(record).flatMap(({ field, target }) =>
          references(target)
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

/** The records that a record names in fields of its own. */
function references(record: JsonObject): { field: string; id: unknown; target: JsonObject }[] {
  return Object.entries(record).flatMap(([field, id]) => {
    const target = field.endsWith('_id') && id ? lookUp(kindsReferredTo(field, record), id as string) : undefined;
    return target && target !== record ? [{ field, id, target }] : [];
  });
}

describe('one record, the same everywhere', () => {
  const shared = (one: JsonObject, other: JsonObject) => Object.keys(one).filter((field) => field in other);
  const differences = (one: JsonObject, other: JsonObject) =>
    shared(one, other).filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));

  /** What changes while a record lives, without anybody writing it. */
  const STATE =
    /^(status(_.*)?|latest_.*|score_trend|run_requested|progress|cancel_.*|.*finished_at|export_.*|updated_at)$/;

  /** What only an answer with the content of an interaction has, or has in full. */
  const CONTENT = /^(input_messages|output_messages|tool_calls)$/;
  const expected = ({ summary }: Example) => (summary.includes('include_content=true') ? [STATE, CONTENT] : [STATE]);

  /** What a caller may set with the writes of a collection. */
  const settable = (collection: string) =>
    operations
      .filter(({ path, requestBody }) => requestBody && (path === collection || path.startsWith(`${collection}/{`)))
      .flatMap(({ requestBody }) => Object.keys(propertiesOf(jsonSchema(deref(requestBody ?? {})))));

  test('a list shows the values that the operation for one record shows', () => {
    const changed = appearances
      .filter(({ kind, example }) => example.operation === kind.listedBy)
      .map(({ kind, id, example, record }) => {
        const fields = differences(record, recordsOf(kind.name).get(id) ?? {});
        return `${nameOf(example)} ${id}: ${fields}`;
      })
      .filter((line) => !line.endsWith(': '));
    expect(changed).toEqual([]);
  });

  test('a record in another state differs in its state and in what was written', () => {
    const changed = appearances
      .filter(({ kind, example }) => example.operation !== kind.listedBy)
      .map(({ kind, id, example, record }) => {
        const written = example.operation.id.startsWith('get') ? [] : settable(kind.collection);
        const fields = differences(record, recordsOf(kind.name).get(id) ?? {})
          .filter((field) => !expected(example).some((pattern) => pattern.test(field)))
          .filter((field) => !written.includes(field));
        return `${nameOf(example)} ${id}: ${fields}`;
      })
      .filter((line) => !line.endsWith(': '));
    expect(changed).toEqual([]);
  });

  test('what a write answers has the values of one of its requests', () => {
    for (const example of answers) {
      const requests = examples.filter(
        ({ operation, place }) => operation === example.operation && place === 'request',
      );
      if (requests.length === 0) continue;
      const answer = example.value as JsonObject;
      const explains = requests.some(({ value }) => {
        const fields = Object.entries(value as JsonObject).filter(([field]) => field in answer);
        return fields.every(([field, item]) => JSON.stringify(answer[field]) === JSON.stringify(item));
      });
      expect(explains, nameOf(example)).toBe(true);
    }
  });

  test('a part of a record has the values of the record', () => {
    const contradictions = answers.flatMap((example) =>
      fieldsOfExample(example)
        .map(({ value }) => value)
        .filter(isObject)
        .flatMap((part) => {
          const [first = ''] = Object.keys(part);
          const record = first.endsWith('_id') && lookUp(kindsReferredTo(first, part), part[first] as string);
          if (!record || 'edge' in part || first === 'guardrail_id') return [];
          const fields = differences(part, record).filter((field) => !STATE.test(field));
          const ownState = appearances.some((appearance) => appearance.record === part);
          return ownState ? [] : fields.map((field) => `${nameOf(example)}: ${part[first]} ${field}`);
        }),
    );
    expect(contradictions).toEqual([]);
  });

  test('a value of another record, such as rule_name or latest_run_status, is what that record shows', () => {
    for (const { kind: own, example, record } of appearances)
      for (const { field, id } of references(record)) {
        const prefix = field.replace(/id$/, '');
        const states = appearances.filter((other) => other.id === id && other.kind !== own).map(({ record }) => record);
        for (const copy of Object.keys(record).filter((name) => name.startsWith(prefix) && name !== field)) {
          const name = [copy, copy.slice(prefix.length)].find((candidate) =>
            states.some((state) => candidate in state),
          );
          if (!name) continue;
          const place = `${nameOf(example)} ${copy}`;
          // The flag of the attached evaluation falls when the run ends, that of the run stays.
          if (copy === 'latest_run_cancel_requested' && record.latest_run_finished_at) continue;
          expect(
            states.map((state) => state[name]),
            place,
          ).toContainEqual(record[copy]);
        }
      }
  });

  test('an object is called by its name and kind wherever it is mentioned', () => {
    for (const example of answers)
      for (const { value } of fieldsOfExample(example)) {
        if (!isObject(value) || !value.aispm_friendly_name) continue;
        const field = value.agent_id ? 'agent_id' : 'aispm_object_id';
        const id = value[field];
        const record = typeof id === 'string' ? lookUp(kindsReferredTo(field, value), id) : undefined;
        if (!record) continue;
        const { aispm_friendly_name = record.asset_name, object_type = 'asset' } = record;
        expect(value, nameOf(example)).toMatchObject({
          aispm_friendly_name,
          ...(value.object_type ? { object_type } : {}),
        });
      }
  });
});

/** The JSON schema of a request. */
function jsonSchema(message: JsonObject): JsonObject {
  const { content } = message as { content: Record<string, { schema: JsonObject }> };
  return content['application/json']?.schema ?? {};
}

/** A field of a record that a test cannot do without. */
function need(record: JsonObject | undefined, field: string): string {
  const value = record?.[field];
  if (typeof value !== 'string') throw new Error(`There is no ${field} to follow.`);
  return value;
}

test('the worst finding can be followed from the dashboard to the owner of the asset', () => {
  const dashboard = answers.find(({ operation }) => operation.id === 'getAispmDashboard')?.value as JsonObject;
  const [top] = dashboard.aispm_objects_top_issues as JsonObject[];
  const issue = recordsOf('Issue').get(need(top, 'issue_id'));
  expect(issue).toMatchObject({ status: 'open', definitive_severity: 'critical' });
  const occurrence = all('FineGrainedIssue').find(({ issue_id }) => issue_id === need(issue, 'issue_id'));
  const location = recordsOf('Location').get(need(occurrence?.location as JsonObject, 'location_id'));
  expect(need(location, 'url')).toContain(need(location, 'file_path'));
  const asset = recordsOf('Asset').get(need(location, 'asset_id'));
  expect(story).toContain(`\`${need(asset, 'owner')}\``);
});
