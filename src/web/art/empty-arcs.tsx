import { paint } from './palette.ts';
import { wave } from './waves.ts';

/** A sun about to rise, for empty lists. */
export function EmptyArcs({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 176 104" fill="none" aria-hidden="true" className={className}>
      <path
        d="M12 80a76 76 0 0 1 152 0"
        stroke={paint.sea}
        strokeWidth="2.5"
        strokeDasharray="1 8"
        strokeLinecap="round"
      />
      <path d="M30 80a58 58 0 0 1 116 0Z" fill={paint.foam} />
      <path d="M50 80a38 38 0 0 1 76 0Z" fill={paint.lilac} />
      <path d="M69 80a24 24 0 0 1 38 0Z" fill={paint.beacon} />
      <path d="M4 80H172" stroke={paint.harbor} strokeWidth="3" strokeLinecap="round" />
      <path d={wave(36, 141, 95, 35, 4)} stroke={paint.sea} strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
