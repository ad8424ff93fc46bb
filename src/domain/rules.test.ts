import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const RULE = /\bR-[A-Z]+-\d+\b/g;
const source = new URL('../', import.meta.url);

const files = (await readdir(source, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
const texts = await Promise.all(
  files.map(async (name) => ({
    isTest: /\.test\.tsx?$/.test(name),
    text: await readFile(new URL(join('.', name).replaceAll('\\', '/'), source), 'utf8'),
  })),
);
const rulesIn = (wanted: typeof texts) =>
  [...new Set(wanted.flatMap(({ text }) => text.match(RULE) ?? []))].toSorted();

const document = await readFile(new URL('../../docs/domain.md', import.meta.url), 'utf8');
const defined = [...document.matchAll(/^\| (R-[A-Z]+-\d+) \|/gm)].map((match) => match[1]!);

test('docs/domain.md defines each rule once', () => {
  expect(defined.filter((rule, index) => defined.indexOf(rule) !== index)).toEqual([]);
});

test('the code cites all rules of docs/domain.md, and no others', () => {
  expect(rulesIn(texts.filter(({ isTest }) => !isTest))).toEqual(defined.toSorted());
});

test('tests and the document itself cite rules that exist', () => {
  const cited = [...rulesIn(texts.filter(({ isTest }) => isTest)), ...(document.match(RULE) ?? [])];
  expect(cited.filter((rule) => !defined.includes(rule))).toEqual([]);
});

test('rules are numbered without gaps', () => {
  const families = [...new Set(defined.map((rule) => rule.replace(/\d+$/, '')))];
  const gapless = families.flatMap((family) =>
    defined.filter((rule) => rule.startsWith(family)).map((_rule, index) => `${family}${index + 1}`),
  );
  expect(defined.toSorted()).toEqual(gapless.toSorted());
});

test('the files that docs/domain.md names exist', async () => {
  const named = [...new Set(document.match(/`(?:src|content)\/[\w/.-]+\.ts`/g) ?? [])];
  expect(named.length).toBeGreaterThan(0);
  await Promise.all(
    named.map((name) => readFile(new URL(`../../${name.slice(1, -1)}`, import.meta.url), 'utf8')),
  );
});
