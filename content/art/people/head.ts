import { mix, paint } from '../palette.ts';
import { circle, group, moveTo, path, stroke } from '../svg.ts';
import { hairShape } from './hair.ts';
import type { Look } from './looks.ts';

const DRAWN_RADIUS = 31;

/** A face; `turn` looks aside, from -1 (to the left of the picture) to 1. */
export function face(look: Look, x: number, y: number, r: number, turn: number): string {
  const shape = hairShape(look.style);
  return group(
    moveTo(x, y, 0, r / DRAWN_RADIUS),
    shape.behind ? path(shape.behind, look.hair) : '',
    shape.ears ? ears(look.skin) : '',
    circle(0, 0, DRAWN_RADIUS, look.skin),
    look.beard ? path('M-31-1q4 6 8 9q23-6 46 0q4-3 8-9a31 31 0 0 1-62 2Z', beardColor(look)) : '',
    group(moveTo(turn * 8, 0), features(look)),
    path(shape.front, look.hair, look.style === 'scarf' ? { 'fill-rule': 'evenodd' } : {}),
    look.style === 'bun' ? stroke('M-11-34q11 6 22 0', paint.dawn, 5) : '',
    look.style === 'turban' ? folds(look) : '',
  );
}

/** The same head from behind. */
export function backOfHead(look: Look, x: number, y: number, r: number): string {
  const shape = hairShape(look.style);
  return group(
    moveTo(x, y, 0, r / DRAWN_RADIUS),
    shape.ears ? ears(look.skin) : '',
    circle(0, 0, DRAWN_RADIUS, look.skin),
    shape.away ? path(shape.away, look.hair) : '',
    look.style === 'bun' ? stroke('M-13-24q13 7 26 0', paint.dawn, 5) : '',
    look.style === 'turban' ? stroke('M-34-16q34 24 68 0', mix(look.hair, '#10243e', 0.25), 3) : '',
  );
}

function ears(skin: string): string {
  return circle(-31, 4, 5.5, skin) + circle(31, 4, 5.5, skin);
}

function features(look: Look): string {
  const line = mix(look.skin, '#1a0d1c', 0.82);
  const lips = look.beard ? mix(look.skin, '#ffffff', 0.72) : line;
  return (
    circle(-11.5, 1, 2.7, line) +
    circle(11.5, 1, 2.7, line) +
    stroke('M-8 13.5q8 8 16 0', lips, 2.8) +
    (look.glasses
      ? stroke('M-21 1a9 9 0 0 0 18 0a9 9 0 0 0-18 0Zm24 0a9 9 0 0 0 18 0a9 9 0 0 0-18 0Zm-6 0h6', line, 2.4)
      : '')
  );
}

const beardColor = (look: Look) => (look.style === 'turban' ? '#2a1a17' : look.hair);

function folds(look: Look): string {
  return stroke('M-30-14q18-2 30-18q12 16 30 18M0-46v14', mix(look.hair, '#10243e', 0.22), 2.4);
}
