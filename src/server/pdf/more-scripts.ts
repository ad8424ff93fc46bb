import { createRequire } from 'node:module';
import type { FontName } from './style.ts';

type Weights = Readonly<Record<FontName, number>>;

interface Family {
  readonly name: string;
  readonly weights: Weights;
}

const BY_WEIGHT: Weights = { display: 700, text: 400, strong: 600 };

/** For letters that the first family lacks. The first that has a letter writes it. */
const FAMILIES: readonly Family[] = [
  { name: 'noto-sans', weights: BY_WEIGHT },
  { name: 'noto-sans-hebrew', weights: BY_WEIGHT },
  { name: 'noto-sans-arabic', weights: BY_WEIGHT },
  { name: 'noto-sans-ethiopic', weights: BY_WEIGHT },
  { name: 'noto-sans-armenian', weights: BY_WEIGHT },
  { name: 'noto-sans-georgian', weights: BY_WEIGHT },
  { name: 'noto-sans-thai', weights: BY_WEIGHT },
  // Chinese and Japanese come in one weight: the usual families, with all weights, are ten times as large.
  { name: 'chocolate-classical-sans', weights: { display: 400, text: 400, strong: 400 } },
  { name: 'nanum-gothic', weights: { ...BY_WEIGHT, strong: 700 } },
];

interface Subset extends Family {
  /** As the file's name has it. */
  readonly subset: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

const require = createRequire(import.meta.url);
let subsets: readonly Subset[] | undefined;

/** The files that may have a letter, the best first. */
export function filesFor(name: FontName, codePoint: number): string[] {
  subsets ??= FAMILIES.flatMap(subsetsOf);
  return subsets
    .filter(({ ranges }) => ranges.some(([from, to]) => from <= codePoint && codePoint <= to))
    .map(
      ({ name: family, subset, weights }) =>
        `@fontsource/${family}/files/${family}-${subset}-${weights[name]}-normal.woff`,
    );
}

function subsetsOf(family: Family): Subset[] {
  const ranges = require(`@fontsource/${family.name}/unicode.json`) as Readonly<Record<string, string>>;
  return Object.entries(ranges).map(([subset, text]) => ({
    ...family,
    // Numbered ones are in brackets, which the files' names leave out.
    subset: subset.replaceAll(/[[\]]/g, ''),
    ranges: text.split(',').map(rangeOf),
  }));
}

/** Such as `U+0590-05FF` or `U+20AA`. */
function rangeOf(text: string): [from: number, to: number] {
  const [from, to = from] = text.replace(/^U\+/i, '').split('-');
  return [Number.parseInt(from!, 16), Number.parseInt(to!, 16)];
}
