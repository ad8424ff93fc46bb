import { spawn } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { ownEnvironment } from '#test/outside.ts';
import { requiredSettings } from '#test/required-settings.ts';
import { isPassword } from './accounts/password.ts';
import { adminUsers } from './db/tables.ts';
import { storeStaffPassword } from './staff-password.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const environment = () => ({
  ...requiredSettings,
  DATABASE_URL: database.url,
  ADMIN_EMAILS: 'ada@example.org',
});

/** In a process of its own; `flags` are for Node. */
async function command(words: string[], input: string, flags: string[] = []) {
  const env = { ...ownEnvironment, ...environment() };
  const file = fileURLToPath(new URL('staff-password.ts', import.meta.url));
  const child = spawn(process.execPath, [...flags, file, ...words], { env });
  child.stdin.end(input);
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ]);
  return { out, err, code };
}

/** The same in this process. */
async function run(words: string[], input: string, isTTY = false) {
  for (const [name, value] of Object.entries(environment())) vi.stubEnv(name, value);
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const stdin = Object.assign(new PassThrough(), { isTTY });
  stdin.end(input);
  const code = await storeStaffPassword(words, { stdin, stdout, stderr });
  vi.unstubAllEnvs();
  const [out, err] = await Promise.all([text(stdout.end()), text(stderr.end())]);
  return { out, err, code };
}

const accounts = () => database.db.select().from(adminUsers);

test('the command stores the first line of standard input as a hash, under the address in lower case', async () => {
  const { out, err, code } = await command(['ADA@example.org'], 'lantern-orchard-42\nmore\n');
  expect([out, err, code]).toEqual([
    'Stored a password for ada@example.org. It works while PASSWORD_SIGN_IN=true.\n',
    '',
    0,
  ]);
  const [account] = await accounts();
  expect(account!.username).toBe('ada@example.org');
  expect(await isPassword('lantern-orchard-42', account!.password)).toBe(true);
});

test('the database of another version is refused, and not migrated under its site', async () => {
  const { pool } = database;
  const last = '(SELECT max(name) FROM migrations)';
  const { rows } = await pool.query(`DELETE FROM migrations WHERE name = ${last} RETURNING name`);
  const before = await accounts();
  expect(await run(['ada@example.org'], 'lantern-orchard-43')).toEqual({
    out: '',
    err: 'The database belongs to another version of the site: run the command from that version, or start this one first.\n',
    code: 1,
  });
  expect(await accounts()).toEqual(before);
  const { rowCount } = await pool.query('INSERT INTO migrations (name) VALUES ($1)', [rows[0].name]);
  expect(rowCount).toBe(1);
});

test.each([
  ['ada@example.org', 'short', 1, 'The password needs 12 characters or more.\n'],
  [
    'bo@example.org',
    'lantern-orchard-42',
    1,
    'bo@example.org is not in ADMIN_EMAILS, so a password would not give access.\n',
  ],
])('for %s and %s it stores nothing and exits with %i', async (email, password, code, sentence) => {
  const before = await accounts();
  expect(await run([email], password)).toEqual({ out: '', err: sentence, code });
  expect(await accounts()).toEqual(before);
});

test('Ctrl-C or Ctrl-D at the prompt ends it quietly, as an interrupted command', async () => {
  const ended = { out: '', err: 'Password for ada@example.org: \n', code: 130 };
  // Readline then handles keys as on a terminal.
  const flags = ['--import', 'data:text/javascript,process.stdin.isTTY = true'];
  expect(await command(['ada@example.org'], '\x03', flags)).toEqual(ended);
  expect(await run(['ada@example.org'], '\x04', true)).toEqual(ended);
});

test.each([[[]], [['--help']], [['ada']]])(
  'with %j instead of an address, it explains its usage',
  async (words) => {
    const { out, err, code } = await run(words, '');
    expect([out, code]).toEqual(['', 2]);
    expect(err).toContain('npm run staff:password -- ada@example.org');
  },
);
