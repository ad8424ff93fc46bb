import { paint } from './palette.ts';

/**
 * The logo: two sheltering arcs over a sun on the water. The arcs use the text color; `tile` puts it on an ink
 * square, as for a browser tab.
 */
export function ArcMark({ tile = false, className }: { tile?: boolean; className?: string }) {
  const arcColor = tile ? paint.foam : 'currentColor';
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={className}>
      {tile && <rect width="32" height="32" rx="9" fill={paint.ink} />}
      <g transform={tile ? 'translate(4 3.4) scale(.75)' : undefined} strokeLinecap="round">
        <path d="M2.5 21.5a13.5 13.5 0 0 1 27 0" stroke={arcColor} strokeWidth="3.4" />
        <path d="M9 21.5a7 7 0 0 1 14 0Z" fill={paint.beacon} />
        <path
          d="M2.5 28q3.4-3.4 6.75 0t6.75 0t6.75 0t6.75 0"
          stroke={tile ? paint.sea : 'currentColor'}
          strokeWidth="3"
        />
      </g>
    </svg>
  );
}
