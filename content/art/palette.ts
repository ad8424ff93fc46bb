/** The colors of the site's artwork as plain values, because a separate file can't read the page's theme. */
export const paint = {
  ink: '#10243e',
  tide: '#173657',
  harbor: '#0b5d66',
  sea: '#2a8a8f',
  foam: '#ddedea',
  mist: '#f1f7f6',
  white: '#ffffff',
  beacon: '#ffc84a',
  dawn: '#ff8e72',
  lilac: '#dcd6f7',
  violet: '#5b4bb5',
} as const;

export type Paint = keyof typeof paint;

/** One step darker, in the same hue: for folds, far sides, and areas under a table. */
export const shade: Record<Paint, string> = {
  ink: '#0a1a2e',
  tide: '#112a45',
  harbor: '#084850',
  sea: '#207378',
  foam: '#c3dcd8',
  mist: '#dceae8',
  white: '#e4eff0',
  beacon: '#efae2c',
  dawn: '#ee7256',
  lilac: '#c2b8ee',
  violet: '#4a3b9c',
};

/** The color that lies `part` (0 to 1) of the way from one six-digit color to another. */
export function mix(from: string, to: string, part: number): string {
  const channel = (at: number) => {
    const [a, b] = [from, to].map((color) => Number.parseInt(color.slice(at, at + 2), 16)) as [
      number,
      number,
    ];
    return Math.round(a + (b - a) * part)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
