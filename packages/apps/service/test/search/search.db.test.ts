/** The search finds what the definition of `@aispm/domain` finds, in the same order, however it reads the database. */
import { compareFound, findInRecord, readSearchText, SEARCHED_TYPES, type SearchedType } from '@aispm/domain';
import type { SearchResult } from '@aispm/types';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Position } from '../../src/domains/search/position.ts';
import { type SearchLimits, search } from '../../src/domains/search/search.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { describeOnDatabases, freshDatabase } from '../databases/databases.ts';
import { createRandom } from '../isolation/random.ts';

const SCOPE = { tenantId: 't', workspaceId: 'w', userId: 'u' };
const OTHER = { tenantId: 'other', workspaceId: 'w' };

type Row = Record<string, unknown>;
/** The records of each type, as the contract has them. */
type Records = Record<SearchedType, Row[]>;

/** Few words, so that many records have the same ones, and some are part of others. */
const WORDS = [
  'agent',
  'Agents',
  'desk',
  'Desk-2',
  'É',
  'é',
  'Ünit',
  'a',
  '100%',
  'a_b',
  'axb',
  '\\',
  '東京',
  '🧭',
  '"q"',
  "o'h",
];
const LONG = `${'src/'.repeat(70)}desk.py`;
const random = createRandom('search');

const pickName = () =>
  Array.from({ length: random.pick([1, 1, 2, 3]) }, () => random.pick(WORDS)).join(random.pick([' ', ' ', '  ', '/']));
const maybe = (create: () => string) => (random.chance(0.3) ? null : create());

function createRecords(count: number): Records {
  let number = 0;
  const create = (build: (id: string) => Row) =>
    Array.from({ length: count }, () => build(`${random.pick(['b', 'a', 'Z'])}${number++}`));
  const object = (more: () => Row) =>
    create((aispm_object_id) => ({
      aispm_object_id,
      aispm_friendly_name: pickName(),
      owners: Array.from({ length: random.pick([0, 1, 2]) }, pickName),
      lifecycle_status: random.pick(['active', 'active', 'active', 'inactive', 'deleted']),
      ...more(),
    }));
  const rule = create((rule_id) => ({
    rule_id: `${rule_id}-${random.pick(['desk', 'agent'])}`,
    rule_name: pickName(),
  }));
  return {
    agent: object(() => ({ entry_point: maybe(pickName) })),
    model: object(() => ({ model_name: pickName() })),
    tool: object(() => ({ tool_name: pickName() })),
    mcp_server: object(() => ({ server_name: pickName() })),
    asset: create((asset_id) => ({
      asset_id,
      asset_name: pickName(),
      repository_url: maybe(() => random.pick(['https://a.example/desk', `https://a.example/${LONG}`])),
      owner: maybe(pickName),
    })),
    issue: rule.slice(1).map((row, index) => ({ ...row, issue_id: `i${index}` })),
    rule,
    evaluation: create((id) => ({ id, name: pickName() })),
    view: create((id) => ({ id, name: pickName(), entity: random.pick(['agents', 'issues']) })),
    scan: create((scan_id) => ({ scan_id, target: pickName(), branch: maybe(pickName) })),
    location: create((location_id) => ({
      location_id,
      aispm_friendly_name: pickName(),
      repository_url: maybe(() => 'https://a.example/Agents'),
      file_path: maybe(() => random.pick([LONG, 'src/desk.py', 'a_b/É.py'])),
    })),
  };
}

async function store(database: Database, { tenantId, workspaceId }: typeof OTHER, records: Records): Promise<void> {
  const own = { tenant_id: tenantId, workspace_id: workspaceId };
  const objects = SEARCHED_TYPES.flatMap((type) =>
    records[type].flatMap((record) => {
      const { aispm_object_id, asset_id, location_id, aispm_friendly_name, asset_name, lifecycle_status, ...details } =
        record;
      const id = aispm_object_id ?? asset_id ?? location_id;
      if (id === undefined) return [];
      return {
        ...own,
        aispm_object_id: id,
        object_type: type,
        stable_key: id,
        aispm_friendly_name: aispm_friendly_name ?? asset_name,
        lifecycle_status: lifecycle_status ?? 'active',
        details: JSON.stringify(details),
      };
    }),
  );
  await database.system(async (db) => {
    const insert = (table: string, rows: readonly Row[], more: Row) =>
      sql`INSERT INTO ${sql.table(table)} ${sql.raw(`(${Object.keys({ ...rows[0], ...more }).join(', ')})`)}
        VALUES ${sql.join(rows.map((row) => sql`(${sql.join(Object.values({ ...row, ...more }))})`))}`.execute(db);
    const now = '2026-11-01T00:00:00Z';
    const seen = { first_seen_at: now, last_seen_at: now };
    await insert('objects', objects, { discovery_sources: '{manual}', ...seen });
    await insert(
      'rules',
      records.rule.map((row) => ({ ...own, ...row })),
      { rule_description: '', object_types: '{}', source: 'external', severity: 'low' },
    );
    await insert(
      'issues',
      records.issue.map(({ rule_name: _, ...row }) => ({ ...own, ...row })),
      { definitive_severity: 'low', status: 'open', object_types: '{}', ...seen },
    );
    await insert(
      'evaluations',
      records.evaluation.map((row) => ({ ...own, ...row })),
      { description: '', approach: '', type: '', num_prompts: 1, is_builtin: false },
    );
    await insert(
      'views',
      records.view.map((row) => ({ ...own, ...row })),
      { filters: '{}', columns: '{}' },
    );
    await sql`INSERT INTO scan_targets (tenant_id, workspace_id, scan_target_id, scan_type, target)
      VALUES (${tenantId}, ${workspaceId}, 'st', 'code', 'x')`.execute(db);
    await insert(
      'scans',
      records.scan.map((row) => ({ ...own, ...row })),
      {
        scan_target_id: 'st',
        scan_type: 'code',
        trigger: 'manual',
        status: 'completed',
        tool_name: '',
        tool_version: '',
      },
    );
  });
}

/** The results that the definition has. */
function findAll(records: Records, query: string, types: readonly SearchedType[]): SearchResult[] {
  const text = readSearchText(query);
  return types
    .flatMap((type) =>
      records[type]
        .filter(({ lifecycle_status }) => lifecycle_status !== 'deleted')
        .flatMap((record) => findInRecord(type, record, text) ?? []),
    )
    .sort(compareFound);
}

/** Texts that could mean something else than themselves, and random ones. */
function listQueries(records: Records): string[] {
  const ids = SEARCHED_TYPES.flatMap((type) =>
    Object.values(records[type][1] ?? {})
      .slice(0, 1)
      .map(String),
  );
  const names = Object.values(records).flatMap((rows) =>
    String(rows[2]?.aispm_friendly_name ?? rows[2]?.rule_name ?? 'a'),
  );
  const hostile = [
    '%',
    '_',
    '\\',
    '%%',
    'a_',
    '\\%',
    '"',
    "'",
    '{1,2}',
    'É',
    'é',
    'zzz',
    LONG.slice(0, 255),
    'a b c d e f g h',
    '::',
    '$1',
  ];
  const mixed = Array.from({ length: 10 }, () => `${pickName()} ${pickName()}`.toUpperCase());
  return [...hostile, ...ids, ...names, ...mixed];
}

/** By terms, in order, with pages that end before they are full, and with the limits of requests. */
const LIMITS: [string, SearchLimits | undefined][] = [
  ['as requests do', undefined],
  ['in order', { found: 0, read: 10_000, beginning: 2 }],
  ['in order in several parts', { found: 0, read: 7, beginning: 3 }],
  ['by terms where these find few', { found: 6, read: 11, beginning: 2 }],
];

describeOnDatabases('the search', (kind) => {
  let database: Database;
  const records = createRecords(10);
  beforeAll(async () => {
    database = await freshDatabase(kind, 2);
    await store(database, SCOPE, records);
    await store(database, OTHER, createRecords(5));
  });
  afterAll(() => database?.close());

  /** Reads all pages. */
  async function readAll(query: string, types: readonly SearchedType[], limit: number, limits?: SearchLimits) {
    const items: SearchResult[] = [];
    let after: Position | undefined;
    do {
      const request = { text: readSearchText(query), types, after, limit };
      const page = await database.scoped(SCOPE, (db) => search(db, SCOPE, request, limits));
      expect(page.items.length).toBeLessThanOrEqual(limit);
      items.push(...page.items);
      after = page.next;
    } while (after);
    return items;
  }

  describe.each(LIMITS)('that reads objects %s', (_, limits) => {
    it('finds what the definition finds, in its order', async () => {
      let found = 0;
      for (const query of listQueries(records)) {
        const types = random.chance(0.6) ? SEARCHED_TYPES : SEARCHED_TYPES.filter(() => random.chance(0.5));
        const expected = findAll(records, query, types);
        expect(await readAll(query, types, random.pick([4, 100, 100]), limits), query).toEqual(expected);
        found += expected.length;
      }
      expect(found).toBeGreaterThan(100);
    });
  });

  it('follows objects that change', async () => {
    const rename = (name: string, repository: string) =>
      database.system((db) =>
        sql`UPDATE objects SET aispm_friendly_name = ${name}, details = details || jsonb_build_object('repository_url', ${repository}::text)
          WHERE tenant_id = 't' AND aispm_object_id = ${String(records.asset[0]?.asset_id)}`.execute(db),
      );
    await rename('Renamed', 'https://b.example/moved');
    const names = async (query: string) => (await readAll(query, ['asset'], 10)).map(({ name }) => name);
    expect(await names('renamed moved')).toEqual(['Renamed']);
    await rename('Renamed', 'https://b.example/again');
    expect(await names('renamed moved')).toEqual([]);
    await rename(String(records.asset[0]?.asset_name), String(records.asset[0]?.repository_url ?? ''));
  });
});
