import { breakLines, lettering, lineWidth } from './lettering.ts';
import { markShapes } from './mark.ts';
import { paint } from './palette.ts';
import { cast } from './people/looks.ts';
import { person } from './people/person.ts';
import { box, clipped, drawing, faded, group, moveTo, stroke, sunrise, wave } from './svg.ts';

interface CardTexts {
  readonly name: string;
  readonly date: string;
  readonly place: string;
  readonly host: string;
}

const sun = { x: 866, y: 508 };

/** The picture of link previews: 1200 × 630, the important part in the middle. */
export function drawSocialCard(texts: CardTexts): string {
  return drawing(1200, 630, box(0, 0, 1200, 630, paint.ink), sky(), people(), water(), words(texts));
}

function sky(): string {
  const arcs = sunrise(sun.x, sun.y, 470, 396, 324, 256, 192, 134, 82);
  return clipped('sky', box(0, 0, 1200, sun.y, '#fff'), arcs);
}

function people(): string {
  const who = cast('card', [paint.ink, paint.violet, paint.harbor, paint.white, paint.sea]);
  const places = [
    [-154, 122, 'adult'],
    [-96, 88, 'child'],
    [-36, 134, 'adult'],
    [26, 84, 'child'],
    [86, 128, 'adult'],
    [146, 92, 'child'],
  ] as const;
  return places
    .map(([x, height, age]) =>
      person(who[age](), { x: sun.x + x, y: sun.y + 2, height, age, turn: -x / 300 }),
    )
    .join('');
}

function water(): string {
  const line = (y: number, opacity: number, color: string) =>
    faded(opacity, stroke(wave(-40, 1240, y, 140), color, 5));
  const glint = (y: number, from: number, to: number) =>
    clipped(
      `glint-${y}`,
      box(from, y - 20, to - from, 40, '#fff'),
      stroke(wave(-40, 1240, y, 140), paint.beacon, 5),
    );
  return (
    box(0, sun.y, 1200, 140, paint.ink) +
    line(542, 0.9, paint.sea) +
    line(574, 0.5, paint.sea) +
    line(606, 0.3, paint.sea) +
    glint(542, sun.x - 84, sun.x + 84) +
    glint(574, sun.x - 46, sun.x + 46)
  );
}

function words({ name, date, place, host }: CardTexts): string {
  const size = lineWidth(name, 86) > 900 ? 66 : 86;
  const lines = breakLines(name, size, 400);
  const title = lines.map((line, index) =>
    lettering(line, { x: 70, y: 186 + index * size * 0.93, size, fill: paint.white, tracking: -0.03 }),
  );
  const end = 186 + (lines.length - 1) * size * 0.93;
  const where = breakLines(place, 25, 420).map((line, index) =>
    lettering(line, { x: 72, y: end + 96 + index * 33, size: 25, fill: paint.foam, tracking: 0 }),
  );
  return (
    box(0, 0, 380, sun.y, paint.ink) +
    group(moveTo(72, 46, 0, 1.7), markShapes()) +
    lettering(host, { x: 144, y: 84, size: 27, fill: paint.foam, tracking: 0 }) +
    title.join('') +
    lettering(date, { x: 72, y: end + 56, size: 31, fill: paint.beacon, tracking: 0 }) +
    where.join('')
  );
}
