import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Known failures of real payment integrations. Each has a test here whose name starts with its number. */
const KNOWN = 26;

test('each known failure has one test', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
  const shown = files.flatMap((name) => {
    const text = readFileSync(`${import.meta.dirname}/${name}`, 'utf8');
    return [...text.matchAll(/^ *(?:test|describe)(?:\.each\([^)]*\))?\(\s*'(\d+) · /gm)].map((match) =>
      Number(match[1]),
    );
  });
  expect(shown.toSorted((a, b) => a - b)).toEqual(Array.from({ length: KNOWN }, (_, index) => index + 1));
});
