import { mix, paint } from '../palette.ts';
import { arch, box, num, type Point, path, stroke } from '../svg.ts';
import { backOfHead, face } from './head.ts';
import type { Look } from './looks.ts';

/** Where an arm reaches, and how far its elbow leaves the straight line; the sign of `bend` is the direction. */
export type Reach = readonly [x: number, y: number, bend: number];

export interface Stance {
  readonly x: number;
  /** The ground's y. A bust is a person whose ground is out of view. */
  readonly y: number;
  readonly height: number;
  readonly age?: 'adult' | 'child';
  readonly turn?: number;
  readonly seenFrom?: 'front' | 'behind';
  /** The arms, as seen in the picture; without one, it hangs behind the body. */
  readonly left?: Reach;
  readonly right?: Reach;
  readonly badge?: boolean;
}

/** The measures of a person: head radius, half the width, height of the neck and of the shoulders' center. */
function measure({ y, height, age }: Pick<Stance, 'y' | 'height' | 'age'>) {
  const r = height * (age === 'child' ? 0.155 : 0.128);
  const half = height * (age === 'child' ? 0.18 : 0.185);
  const top = y - height + r * 2.08;
  return { r, half, headY: y - height + r, top, shoulderY: top + half };
}

/** One person: a head over a body with round shoulders, as everywhere on the site. */
export function person(look: Look, stance: Stance): string {
  const { x, y, turn = 0, seenFrom = 'front', left, right } = stance;
  const { r, half, headY, top, shoulderY } = measure(stance);
  const neck = box(
    x - r * 0.36,
    headY + r * 0.4,
    r * 0.72,
    r * 1.1,
    mix(look.skin, '#5a2418', 0.22),
    r * 0.36,
  );
  const torso = arch(x, y, half, shoulderY, look.body);
  const arms = (left ? arm(look, stance, -1, left) : '') + (right ? arm(look, stance, 1, right) : '');
  if (seenFrom === 'behind') return neck + torso + arms + backOfHead(look, x, headY, r);
  const neckline = path(
    `M${num(x - r * 0.62)} ${num(top + r * 0.06)}a${num(r * 0.62)} ${num(r * 0.62)} 0 0 0 ${num(r * 1.24)} 0Z`,
    mix(look.body, '#ffffff', 0.22),
  );
  return (
    torso + neckline + neck + (stance.badge ? lanyard(x, top, r) : '') + arms + face(look, x, headY, r, turn)
  );
}

function arm(look: Look, stance: Stance, side: -1 | 1, [x, y, bend]: Reach): string {
  const { half, shoulderY } = measure(stance);
  const from: Point = [stance.x + side * half * 0.68, shoulderY - half * 0.22];
  return limb(from, [x, y], bend, half * 0.5, mix(look.body, paint.ink, 0.13), look.skin);
}

/** A sleeve from shoulder to wrist with a hand at its end. */
export function limb(
  from: Point,
  to: Point,
  bend: number,
  width: number,
  sleeve: string,
  skin: string,
): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const elbow: Point = [from[0] + dx / 2 - (dy / length) * bend, from[1] + dy / 2 + (dx / length) * bend];
  const reach = Math.hypot(to[0] - elbow[0], to[1] - elbow[1]) || 1;
  const cuff = (width * 0.72) / reach;
  const wrist: Point = [to[0] - (to[0] - elbow[0]) * cuff, to[1] - (to[1] - elbow[1]) * cuff];
  const way = `M${num(from[0])} ${num(from[1])}Q${num(elbow[0])} ${num(elbow[1])} ${num(wrist[0])} ${num(wrist[1])}`;
  return (
    stroke(`M${num(wrist[0])} ${num(wrist[1])}L${num(to[0])} ${num(to[1])}`, skin, width * 0.78) +
    stroke(way, sleeve, width)
  );
}

function lanyard(x: number, top: number, r: number): string {
  const tip = top + r * 1.75;
  return (
    stroke(
      `M${num(x - r * 0.55)} ${num(top + r * 0.1)}L${num(x)} ${num(tip)}L${num(x + r * 0.55)} ${num(top + r * 0.1)}`,
      paint.beacon,
      r * 0.13,
    ) +
    box(x - r * 0.5, tip, r, r * 1.2, paint.white, r * 0.16) +
    box(x - r * 0.5, tip, r, r * 0.4, paint.dawn, r * 0.16) +
    stroke(`M${num(x - r * 0.26)} ${num(tip + r * 0.76)}h${num(r * 0.52)}`, paint.ink, r * 0.13)
  );
}
