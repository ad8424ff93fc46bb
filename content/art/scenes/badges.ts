import { mix, paint, shade } from '../palette.ts';
import { hairs, skins } from '../people/looks.ts';
import { person } from '../people/person.ts';
import { seededNumbers, takeTurns } from '../seed.ts';
import { box, circle, clipped, dome, drawing, glow, group, moveTo, num, stroke } from '../svg.ts';

const columns = [34, 156, 278, 400, 522, 644, 766];
const rails = [42, 300];
/** Pegs whose badge is already gone: column, rail. */
const taken = new Set(['2 0', '3 1']);

interface Dress {
  readonly head: string;
  readonly art: readonly [string, string];
}

const dresses: readonly Dress[] = [
  { head: paint.dawn, art: [paint.beacon, paint.white] },
  { head: paint.violet, art: [paint.lilac, paint.dawn] },
  { head: paint.sea, art: [paint.foam, paint.beacon] },
  { head: paint.beacon, art: [paint.dawn, paint.white] },
  { head: paint.ink, art: [paint.sea, paint.foam] },
  { head: paint.lilac, art: [paint.violet, paint.dawn] },
];

/** Name badges on their pegs, and the first two people taking theirs. */
export function drawBadges(): string {
  return drawing(800, 600, wall(), ...rails.map((y, row) => rail(y, row)), early());
}

function wall(): string {
  return (
    box(0, 0, 800, 600, paint.harbor) +
    glow(400, 640, paint.harbor, paint.sea, [560, 0.22], [440, 0.44], [320, 0.7])
  );
}

function rail(y: number, row: number): string {
  const dress = takeTurns(`badges ${row}`, dresses);
  const next = seededNumbers(`badge wall ${row}`);
  const badges = columns.map((x, column) => {
    const [look, lean, length] = [dress(), next() * 7 - 3.5, 0.45 + next() * 0.5];
    return taken.has(`${column} ${row}`) ? '' : badge(x, y, lean, look, length, `badge-${column}-${row}`);
  });
  return (
    box(-10, y - 4, 820, 22, mix(shade.harbor, paint.ink, 0.35), 4) +
    box(-10, y - 12, 820, 22, mix(paint.beacon, '#7c4a33', 0.34), 4) +
    badges.join('') +
    columns.map((x) => circle(x, y - 1, 8, paint.white) + circle(x, y - 1, 4, shade.white)).join('')
  );
}

function badge(x: number, y: number, lean: number, look: Dress, length: number, id: string): string {
  const [outer, inner] = look.art;
  return group(
    moveTo(x, y, lean),
    stroke('M-3 0Q-20 44-5 84M3 0Q20 44 5 84', look.head === paint.ink ? paint.dawn : look.head, 7),
    box(-6, 80, 12, 16, paint.foam, 3),
    box(-46, 95, 96, 122, mix(paint.harbor, paint.ink, 0.42), 12),
    box(-48, 91, 96, 122, paint.white, 12),
    clipped(
      id,
      box(-48, 91, 96, 122, '#fff', 12),
      box(-48, 91, 96, 54, look.head),
      dome(0, 145, 36, outer),
      dome(0, 145, 22, inner),
      dome(0, 145, 10, look.head),
    ),
    box(-14, 97, 28, 6, mix(look.head, paint.ink, 0.3), 3),
    stroke(`M-34 166h${num(Math.min(68 * length + 18, 68))}`, paint.ink, 9),
    stroke(`M-34 184h${num(58 * (1.3 - length))}`, mix(paint.foam, paint.ink, 0.24), 6),
    stroke('M-34 199h22', look.head === paint.lilac ? paint.violet : look.head, 6),
  );
}

function early(): string {
  const woman = person(
    { skin: skins.bronze, hair: hairs.night, style: 'bob', body: paint.dawn },
    { x: 560, y: 760, height: 432, seenFrom: 'behind', right: [664, 462, -40] },
  );
  const child = person(
    { skin: skins.bronze, hair: hairs.night, style: 'pigtails', body: paint.beacon },
    { x: 388, y: 760, height: 330, age: 'child', seenFrom: 'behind', left: [316, 474, 26] },
  );
  return child + woman;
}
