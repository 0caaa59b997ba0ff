import { expect, it } from 'vitest';
import { CODE_MIGRATIONS } from '../../src/composition/migrations.ts';
import { readSqlMigrations } from '../../src/platform/database/sql-migrations.ts';

const names = [...readSqlMigrations(), ...CODE_MIGRATIONS].map(({ name }) => name);
const toNumber = (name: string) => name.split('_')[0] ?? '';

it('every migration, in SQL or code, has a number of four digits', () => {
  for (const name of names) expect(name).toMatch(/^\d{4}_[a-z0-9_]+$/);
});

it('no two migrations have the same number', () => {
  const sameNumber = [...Map.groupBy(names, toNumber).values()].filter(({ length }) => length > 1);
  expect(names.length).toBeGreaterThan(2);
  expect(sameNumber).toEqual([]);
});
