import { expect, test } from 'vitest';
import { pick, seededNumbers } from './seed.ts';

const firstThree = (seed: string) => {
  const next = seededNumbers(seed);
  return [next(), next(), next()];
};

test('one seed gives one stream', () => {
  expect(firstThree('Amara Okafor')).toEqual(firstThree('Amara Okafor'));
  expect(firstThree('Amara Okafor')).not.toEqual(firstThree('Jonas Lindqvist'));
});

test('numbers lie between 0 and 1 and reach every choice', () => {
  const next = seededNumbers('spread');
  const counts: Record<string, number> = { a: 0, b: 0, c: 0 };
  for (let draw = 0; draw < 3000; draw += 1) {
    const drawn = pick(next, ['a', 'b', 'c']);
    counts[drawn] = counts[drawn]! + 1;
  }
  expect(Object.values(counts).every((count) => count > 850 && count < 1150)).toBe(true);
});

test('an empty seed works, too', () => {
  expect(firstThree('')).toHaveLength(3);
});
