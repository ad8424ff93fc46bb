import { lettering, lineWidth } from './lettering.ts';
import { type Paint, paint } from './palette.ts';
import { takeTurns } from './seed.ts';
import { box, circle, clipped, dome, drawing, group, moveTo, path, rings, stroke, wave } from './svg.ts';

type Emblem = (one: string, two: string, three: string) => string;

const emblems: readonly Emblem[] = [
  (one, two, three) =>
    dome(60, 100, 60, one) + dome(60, 100, 40, two) + dome(60, 100, 20, three) + stroke('M8 114h104', one, 8),
  (one, two, three) =>
    circle(38, 60, 38, one) +
    circle(82, 60, 38, two) +
    clipped('emblem', circle(38, 60, 38, '#fff'), circle(82, 60, 38, three)),
  (one, two, three) =>
    clipped(
      'emblem',
      box(0, 0, 120, 120, '#fff', 26),
      box(0, 0, 120, 120, one),
      rings(0, 120, [
        [96, two],
        [66, one],
        [38, three],
      ]),
    ),
  (one, two, three) =>
    dome(30, 56, 30, one) + dome(90, 56, 30, two) + dome(30, 116, 30, three) + dome(90, 116, 30, one),
  (one, two, three) =>
    rings(60, 60, [
      [60, one],
      [44, two],
      [28, one],
      [14, three],
    ]),
  (one, two, three) =>
    [0, 90, 180, 270]
      .map((turn, index) =>
        group(moveTo(60, 60, turn), path('M4-4V-60A56 56 0 0 1 60-4Z', [one, two, one, three][index]!)),
      )
      .join(''),
  (one, two, three) =>
    clipped(
      'emblem',
      circle(60, 60, 60, '#fff'),
      box(0, 0, 120, 120, one),
      circle(60, 64, 30, three),
      box(0, 66, 120, 60, one),
      stroke(wave(-20, 140, 78, 40, 5), two, 8),
      stroke(wave(-40, 140, 98, 40, 5), two, 8),
    ),
];

const colors: readonly (readonly [Paint, Paint, Paint])[] = [
  ['harbor', 'sea', 'beacon'],
  ['violet', 'dawn', 'beacon'],
  ['ink', 'sea', 'dawn'],
  ['sea', 'lilac', 'harbor'],
  ['dawn', 'beacon', 'violet'],
  ['violet', 'lilac', 'dawn'],
  ['harbor', 'foam', 'dawn'],
];

export interface Mark {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** An emblem of arcs beside the name, for each name in order; designed for light backgrounds. */
export function drawSponsorMarks(names: readonly string[]): Mark[] {
  const nextEmblem = takeTurns('emblems', emblems);
  const nextColors = takeTurns('emblem colours', colors);
  return names.map((name) => {
    const [one, two, three] = nextColors();
    return drawMark(name, nextEmblem()(paint[one], paint[two], paint[three]));
  });
}

function drawMark(name: string, emblem: string): Mark {
  const size = 46;
  const lines = inTwoLines(name, size);
  const first = 76 - (lines.length - 1) * 24;
  const width = Math.ceil(148 + Math.max(...lines.map((line) => lineWidth(line, size))));
  const text = lines.map((line, index) =>
    lettering(line, { x: 146, y: first + index * 48, size, fill: paint.ink }),
  );
  return { svg: drawing(width, 120, emblem, ...text), width, height: 120 };
}

/** The name broken into two lines so that the longer one is as short as possible. */
function inTwoLines(name: string, size: number): string[] {
  const words = name.split(/\s+/).filter(Boolean);
  const breaks = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]);
  const widest = (lines: readonly string[]) => Math.max(...lines.map((line) => lineWidth(line, size)));
  return breaks.sort((one, other) => widest(one) - widest(other))[0] ?? [name];
}
