import type { ReactNode } from 'react';
import { paint } from './palette.ts';

export type TopicMotif = 'signal' | 'overlap' | 'shelter' | 'tide';

const scene: Record<TopicMotif, { ground: string; shapes: ReactNode }> = {
  signal: {
    ground: paint.harbor,
    shapes: (
      <>
        <circle cx="27" cy="69" r="59" fill={paint.sea} />
        <circle cx="27" cy="69" r="45" fill={paint.harbor} />
        <circle cx="27" cy="69" r="32" fill={paint.foam} />
        <circle cx="27" cy="69" r="18" fill={paint.harbor} />
        <circle cx="27" cy="69" r="11" fill={paint.beacon} />
      </>
    ),
  },
  overlap: {
    ground: paint.violet,
    shapes: (
      <>
        <circle cx="36" cy="48" r="29" fill={paint.lilac} />
        <circle cx="60" cy="48" r="29" fill={paint.dawn} />
        <path d="M48 21.6a29 29 0 0 1 0 52.8a29 29 0 0 1 0-52.8Z" fill={paint.beacon} />
      </>
    ),
  },
  shelter: {
    ground: paint.ink,
    shapes: (
      <>
        <circle cx="48" cy="24" r="12" fill={paint.beacon} />
        <path d="M12 84a36 36 0 0 1 72 0Z" fill={paint.foam} />
        <path d="M28 84a20 20 0 0 1 40 0Z" fill={paint.sea} />
      </>
    ),
  },
  tide: {
    ground: paint.dawn,
    shapes: (
      <>
        <Scallops y={32} offset={0} color={paint.beacon} />
        <Scallops y={64} offset={-16} color={paint.white} />
        <Scallops y={96} offset={0} color={paint.harbor} />
      </>
    ),
  },
};

/** Picture of a topic, on a square of its own color. */
export function TopicTile({ motif, className }: { motif: TopicMotif; className: string }) {
  const { ground, shapes } = scene[motif];
  return (
    <svg viewBox="0 0 96 96" aria-hidden="true" className={`rounded-card ${className}`}>
      <path fill={ground} d="M0 0H96V96H0Z" />
      {shapes}
    </svg>
  );
}

function Scallops({ y, offset, color }: { y: number; offset: number; color: string }) {
  return <path fill={color} d={`M${offset} ${y}${'a16 16 0 0 1 32 0'.repeat(4)}Z`} />;
}
