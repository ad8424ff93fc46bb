/** A calm wave from `from` to `to` at height `y`: quarter-circle-like swells of one length, as an SVG path. */
export function wave(from: number, to: number, y: number, length: number, swell = 7): string {
  const half = length / 2;
  const crests = Math.ceil((to - from) / length);
  return `M${from} ${y}q${half / 2} ${-swell * 2} ${half} 0t${half} 0${`t${half} 0t${half} 0`.repeat(crests - 1)}`;
}
