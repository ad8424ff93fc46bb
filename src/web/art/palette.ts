/** The colors of the artwork, named like Tailwind's theme variables, so that art looks the same on every surface. */
export const paint = {
  ink: 'var(--color-ink, #10243e)',
  tide: 'var(--color-tide, #173657)',
  harbor: 'var(--color-harbor, #0b5d66)',
  sea: 'var(--color-sea, #2a8a8f)',
  foam: 'var(--color-foam, #ddedea)',
  mist: 'var(--color-mist, #f1f7f6)',
  white: '#ffffff',
  beacon: 'var(--color-beacon, #ffc84a)',
  dawn: 'var(--color-dawn, #ff8e72)',
  lilac: 'var(--color-lilac, #dcd6f7)',
  violet: 'var(--color-violet, #5b4bb5)',
} as const;

export type Paint = keyof typeof paint;
