/** What is found by searching is what reading the whole list finds. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { describeOnDatabases } from '../databases/databases.ts';
import { getJson, startService, type TestService } from '../service.ts';

const WORKSPACE = { tenantId: 't', workspaceId: 'w' };
const OTHER = { tenantId: 'other', workspaceId: 'w' };
const LIST = '/aispm-tools/tenants/t/workspaces/w?page_size=100';
/** More than the service reads in order before it searches, so that both ways are taken. */
const COUNT = 400;

/** Names of tools, friendly and technical: of all lengths, and with characters that could mean something. */
const NAMES: [name: string, technical: string][] = [
  ['x', 'y'],
  ['ÄÖ Straße', 'strasse'],
  ['100% sure', 'a_b'],
  ['O\'Hara \\ "quoted"', '{1,2}'],
  ['東京支店', 'tokyo'],
  ['🧭 Compass', '\u{1f9ed}'],
  [`${'ab'.repeat(120)} end of name`, `${'src/'.repeat(100)}last.py`],
];
const TEXTS = [
  'x',
  'Y',
  'straß',
  'ÖS',
  '% s',
  '_',
  "o'h",
  '\\',
  '"q',
  '{1',
  '京支',
  '東',
  '🧭',
  ' of name',
  'ST.PY',
  'src/src/l',
  'nothing',
  'ol',
  'Tool 39',
];

async function fill(database: Database): Promise<void> {
  await database.system(async (db) => {
    for (const { tenantId, workspaceId } of [WORKSPACE, OTHER]) {
      await sql`
        INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name, discovery_sources, details,
          first_seen_at, last_seen_at)
        SELECT ${tenantId}, ${workspaceId}, ${tenantId} || n, 'tool', 's' || n, name,
          '{manual}', jsonb_build_object('tool_source', 'mcp', 'tool_kind', 'tool', 'tool_name', technical, 'owners', jsonb_build_array('team ' || n % 7)), now(), now()
        FROM (
          SELECT n, 'Tool ' || n AS name, '' AS technical FROM generate_series(1, ${COUNT}::integer) AS n
          UNION ALL
          SELECT 1000 + position, name, technical FROM unnest(${NAMES.map(([name]) => name)}::text[], ${NAMES.map(([, name]) => name)}::text[])
            WITH ORDINALITY AS named (name, technical, position)
        ) AS tools`.execute(db);
    }
  });
}

describeOnDatabases('the search of a list', (kind) => {
  let service: TestService;
  let token: string;
  beforeAll(async () => {
    service = await startService(kind);
    await fill(service.database);
    token = await service.key([WORKSPACE]);
  });
  afterAll(() => service.close());

  const read = async (query: string): Promise<{ names: string[]; total: number }> => {
    const names: string[] = [];
    let [cursor, total] = ['', 0];
    do {
      const { status, body } = await getJson(
        service,
        `${LIST}&include_total=true${query}${cursor && `&cursor=${cursor}`}`,
        token,
      );
      expect(status, JSON.stringify(body)).toBe(200);
      names.push(...body.items.map((item: { aispm_friendly_name: string }) => item.aispm_friendly_name));
      ({ cursor, total } = body);
    } while (cursor);
    return { names, total };
  };
  /** The names that contain a text, by reading all rows. */
  const filterAll = async (text: string): Promise<string[]> => {
    const { rows } = await service.database.system((db) =>
      sql<{ name: string }>`SELECT aispm_friendly_name AS name FROM objects WHERE tenant_id = 't'
        AND (strpos(lower(aispm_friendly_name COLLATE "default"), lower(${text})) > 0
          OR strpos(lower(technical_name COLLATE "default"), lower(${text})) > 0)
        ORDER BY name_order, aispm_object_id`.execute(db),
    );
    return rows.map(({ name }) => name);
  };

  it.each(TEXTS)('finds all names that contain %j', async (text) => {
    const expected = await filterAll(text);
    expect(await read(`&name=${encodeURIComponent(text)}`)).toEqual({ names: expected, total: expected.length });
  });

  it('finds what matches several filters', async () => {
    const { names, total } = await read('&owner=team%203&name=Tool%203&lifecycle_status=active');
    const numbers = Array.from({ length: COUNT }, (_, index) => index + 1);
    const expected = numbers.filter((number) => number % 7 === 3 && String(number).startsWith('3'));
    expect([names.toSorted(), total]).toEqual([expected.map((number) => `Tool ${number}`).toSorted(), expected.length]);
  });

  it('follows a record that changes', async () => {
    const rename = (name: string, owner: string) =>
      service.database.system((db) =>
        sql`UPDATE objects SET aispm_friendly_name = ${name}, chosen_owners = to_jsonb(ARRAY[${owner}::text])
          WHERE tenant_id = 't' AND aispm_object_id = 't1'`.execute(db),
      );
    await rename('Renamed', 'somebody');
    expect(await read('&name=tool%201&owner=somebody')).toEqual({ names: [], total: 0 });
    expect(await read('&name=enam&owner=somebody')).toEqual({ names: ['Renamed'], total: 1 });
    await rename('Tool 1', 'team 1');
    expect(await read('&name=enam')).toEqual({ names: [], total: 0 });
  });

  it('finds nothing in other workspaces', async () => {
    const found = await service.database.scoped({ ...WORKSPACE, userId: 'u' }, (db) =>
      sql<{ id: string }>`SELECT id FROM aispm_find_objects('{"name": ["tool 1"]}', 1000) AS found (id)`.execute(db),
    );
    expect(found.rows.length).toBeGreaterThan(100);
    expect(found.rows.filter(({ id }) => id.startsWith('other'))).toEqual([]);
  });
});
