import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The failures that others have met in the wild, each of which has a test here that begins with its number. */
const KNOWN = 26;

test('each of the known failures is shown once', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
  const shown = files.flatMap((name) => {
    const text = readFileSync(`${import.meta.dirname}/${name}`, 'utf8');
    return [...text.matchAll(/^ *(?:test|describe)(?:\.each\([^)]*\))?\(\s*'(\d+) · /gm)].map((match) =>
      Number(match[1]),
    );
  });
  expect(shown.toSorted((a, b) => a - b)).toEqual(Array.from({ length: KNOWN }, (_, index) => index + 1));
});
