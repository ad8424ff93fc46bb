import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { settingProblems } from '#test/setting-problems.ts';
import { walletAccounts } from '#test/wallets.ts';
import { variables } from './settings-variables.ts';

const example = await readFile(new URL('../../.env.example', import.meta.url), 'utf8');
const manual = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const settingNames = Object.keys(variables.shape);

test('.env.example has every variable once, each below its explanation, and no other', () => {
  const lines = example.split('\n');
  const variable = /^(?:# )?([A-Z][A-Z_]*)=/;
  const explained = lines.filter(
    (line, index) => variable.test(line) && /^# [^=]+$/.test(lines[index - 1] ?? ''),
  );
  const names = lines.flatMap((line) => variable.exec(line)?.[1] ?? []);
  expect(names.toSorted()).toEqual(settingNames.toSorted());
  expect(explained).toHaveLength(names.length);
});

test('.env.example marks required values and works once they are filled in, even with every line enabled', async () => {
  const unfilled = [
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'SMTP_URL',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ];
  expect(
    settingProblems(parseEnv(example))
      .map((one) => one.split(' ')[0])
      .toSorted(),
  ).toEqual(unfilled);
  const filled = example.replaceAll(/replace[-_]me/g, 'sample');
  expect(settingProblems(parseEnv(filled))).toEqual([]);
  // Certificates can't be written by hand.
  const { environment } = await walletAccounts();
  const files = Object.entries(environment).filter(([, value]) => value.startsWith('-----BEGIN'));
  const enabled = parseEnv(filled.replaceAll(/^# (?=[A-Z_]+=)/gm, ''));
  expect(files).toHaveLength(4);
  expect(settingProblems({ ...enabled, ...Object.fromEntries(files) })).toEqual([]);
});

test("in .env.example, single quotes keep a key's written line breaks, and its $ and #", async () => {
  const { environment } = await walletAccounts();
  const key = environment.GOOGLE_WALLET_KEY!.replaceAll('\n', '\\n');
  const [, line] = /^# (GOOGLE_WALLET_KEY='replace-me')$/m.exec(example)!;
  const read = (value: string) => parseEnv(line!.replace('replace-me', () => value)).GOOGLE_WALLET_KEY;
  expect([read(key), read('a$b\\n#c')]).toEqual([key, 'a$b\\n#c']);
  const filled = parseEnv(example.replaceAll(/replace[-_]me/g, 'sample'));
  expect(settingProblems({ ...filled, ...environment, GOOGLE_WALLET_KEY: read(key) })).toEqual([]);
});

test('docs/operations.md has every variable in its table, and no other', () => {
  const table = /\| setting \|[\s\S]*?\n\n/.exec(manual)![0];
  const names = table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map((match) => match[1]!));
  expect(names.toSorted()).toEqual(settingNames.toSorted());
});
