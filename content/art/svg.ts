import { mix, paint } from './palette.ts';

export type Point = readonly [x: number, y: number];

type Attributes = Readonly<Record<string, string | number>>;

/** Two decimals are enough for every width in use, and keep the output deterministic. */
export const num = (value: number): string => String(Math.round(value * 100) / 100);

export function circle(x: number, y: number, r: number, fill: string, more: Attributes = {}): string {
  return `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${fill}"${write(more)}/>`;
}

export function box(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  const corner = radius ? ` rx="${num(radius)}"` : '';
  return `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}"${corner} fill="${fill}"/>`;
}

export function path(d: string, fill: string, more: Attributes = {}): string {
  return `<path d="${d}" fill="${fill}"${write(more)}/>`;
}

/** A line with round ends. */
export function stroke(d: string, color: string, width: number): string {
  return path(d, 'none', {
    stroke: color,
    'stroke-width': num(width),
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });
}

/** The upper half of a disc that stands on `y`. */
export function dome(x: number, y: number, r: number, fill: string): string {
  return path(`M${num(x - r)} ${num(y)}a${num(r)} ${num(r)} 0 0 1 ${num(2 * r)} 0Z`, fill);
}

/** A round arch from the ground at `base`; its curve begins at `top`. */
export function arch(x: number, base: number, half: number, top: number, fill: string): string {
  const curve = `a${num(half)} ${num(half)} 0 0 1 ${num(2 * half)} 0`;
  return path(`M${num(x - half)} ${num(base)}V${num(top)}${curve}V${num(base)}Z`, fill);
}

/** Concentric discs, from the widest to the narrowest. */
export function rings(x: number, y: number, set: readonly (readonly [r: number, fill: string])[]): string {
  return set.map(([r, fill]) => circle(x, y, r, fill)).join('');
}

/** Concentric discs, each a part of the way (0 to 1) from one color to another. */
export function glow(
  x: number,
  y: number,
  from: string,
  to: string,
  ...set: readonly (readonly [r: number, part: number])[]
): string {
  return set.map(([r, part]) => circle(x, y, r, mix(from, to, part))).join('');
}

/** The site's sunrise, from the widest disc to the sun; fewer discs begin nearer to the sun. */
export function sunrise(x: number, y: number, ...radii: readonly number[]): string {
  const { tide, harbor, sea, foam, lilac, dawn, beacon } = paint;
  const colors = [tide, harbor, sea, foam, lilac, dawn, beacon].slice(-radii.length);
  return radii.map((r, index) => circle(x, y, r, colors[index]!)).join('');
}

export function group(transform: string, ...children: string[]): string {
  return `<g transform="${transform}">${children.join('')}</g>`;
}

export const moveTo = (x: number, y: number, turn = 0, scale = 1): string =>
  `translate(${num(x)} ${num(y)})${turn ? ` rotate(${num(turn)})` : ''}${scale === 1 ? '' : ` scale(${num(scale)})`}`;

export function faded(opacity: number, ...children: string[]): string {
  return `<g opacity="${num(opacity)}">${children.join('')}</g>`;
}

/** Clips the children to the shape. `id` must be unique in the picture. */
export function clipped(id: string, shape: string, ...children: string[]): string {
  return `<clipPath id="${id}">${shape}</clipPath><g clip-path="url(#${id})">${children.join('')}</g>`;
}

/** Waves from `from` to `to` at height `y`. */
export function wave(from: number, to: number, y: number, length = 70, swell = 7): string {
  const half = length / 2;
  const crests = Math.ceil((to - from) / length);
  const more = `t${num(half)} 0t${num(half)} 0`.repeat(Math.max(0, crests - 1));
  return `M${num(from)} ${num(y)}q${num(half / 2)} ${num(-swell * 2)} ${num(half)} 0t${num(half)} 0${more}`;
}

export function drawing(width: number, height: number, ...children: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${children.join('')}</svg>`;
}

function write(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? num(value) : value}"`)
    .join('');
}
