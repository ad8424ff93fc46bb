/// <reference path="./bidi-js.d.ts" />
import makeBidi from 'bidi-js';
import type { FontRun } from './fonts.ts';

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

const FROM_LEFT = /(?![\p{Script=Hebrew}\p{Script=Arabic}])\p{L}/u;

const bidi = makeBidi();

/**
 * A line's runs from left to right on the paper. fontkit reverses each run of Hebrew or Arabic by itself; this
 * function reverses what is between them.
 */
export function inVisualOrder(runs: readonly FontRun[]): readonly FontRun[] {
  const text = runs.map(({ run }) => run).join('');
  if (!hasRightToLeft(text)) return runs;
  const fonts = runs.flatMap(({ font, run }) => Array.from({ length: run.length }, () => font));
  // A line that also has left-to-right letters runs from left to right, like the document.
  const embedding = bidi.getEmbeddingLevels(text, FROM_LEFT.test(text) ? 'ltr' : 'rtl');
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels);
  // The space that ends a line stays on the right, where it moves nothing.
  const last = text.trimEnd().length - 1;
  const signs = bidi.getReorderedIndices(text, embedding, 0, last).map((place) => ({
    font: fonts[place]!,
    shown: mirrored.get(place) ?? text[place]!,
    isTurned: embedding.levels[place]! % 2 === 1,
  }));
  return grouped(signs).map((group) => ({ font: group[0]!.font, run: runOf(group) }));
}

interface Sign {
  readonly font: string;
  readonly shown: string;
  readonly isTurned: boolean;
}

function grouped(signs: readonly Sign[]): Sign[][] {
  const groups: Sign[][] = [];
  for (const sign of signs) {
    const [before] = groups.at(-1) ?? [];
    if (before?.font === sign.font && before.isTurned === sign.isTurned) groups.at(-1)!.push(sign);
    else groups.push([sign]);
  }
  return groups;
}

function runOf(group: readonly Sign[]): string {
  const shown = group.map((sign) => sign.shown);
  const isTurnedLater = hasRightToLeft(shown.join(''));
  return (isTurnedLater ? shown.toReversed() : shown).join('');
}

function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}
