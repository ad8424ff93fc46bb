import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type AnyPgTable, getTableColumns, is, PgTable } from '../db/drizzle.ts';
import * as tables from '../db/tables.ts';

const root = new URL('../../../', import.meta.url);

test.each(['SECURITY.md', 'docs/threat-model.md', 'docs/privacy.md'])(
  '%s names files that are there',
  async (page) => {
    const text = await readFile(new URL(page, root), 'utf8');
    const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|sql|json))`|\]\(([\w./-]+)\)/g)].map(
      ([, code, link]) => code ?? new URL(link!, new URL(page, root)).pathname.slice(root.pathname.length),
    );
    const isThere = (path: string) =>
      ['', 'src/server/', 'src/server/privacy/', 'src/server/http/'].some((folder) =>
        existsSync(new URL(folder + path, root)),
      );
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  },
);

test('no column stores what docs/privacy.md says is never kept', () => {
  const columns = Object.values(tables)
    .filter((one) => is(one, PgTable))
    .flatMap((table) => Object.values(getTableColumns(table as AnyPgTable)).map((one) => one.name));
  expect(columns.length).toBeGreaterThan(150);
  const forbidden = /birth|\bage\b|_age$|^age_|gender|^sex|ssn|national|card_number|cvv|cvc|expiry|pan$/;
  expect(columns.filter((name) => forbidden.test(name))).toEqual([]);
});
