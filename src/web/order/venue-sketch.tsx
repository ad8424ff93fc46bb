import { paint } from '../art/palette.ts';

const NOT_A_MAP = 'A sketch, not to scale';

/** The way to the door as a sign: arcs over a pin that stands on its street. No map, and it says so. */
export function VenueSketch({ street, className }: { street: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 330 112"
      role="img"
      aria-label={`${NOT_A_MAP}. The venue is at ${street}.`}
      className={className}
    >
      <g fill="none" stroke={paint.foam} strokeWidth="10">
        <path d="M0 30H330M60 0V112M262 0V112" />
      </g>
      <path d="M0 84H330" stroke={paint.harbor} strokeWidth="22" />
      <text x="12" y="89" fill="#fff" fontSize="13" fontWeight="600">
        {street}
      </text>
      <text x="318" y="108" textAnchor="end" fontSize="10">
        {NOT_A_MAP}
      </text>
      {(['sea', 'dawn', 'beacon'] as const).map((color, index) => (
        <circle key={color} cx="200" cy="48" r={34 - index * 12} fill={paint[color]} />
      ))}
      <path d="M190 66L200 92L210 66Z" fill={paint.ink} />
    </svg>
  );
}
