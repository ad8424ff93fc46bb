import { type Paint, paint } from './palette.ts';

/**
 * One person: a head and a rounded body that stands on y = 0. `height` is from the ground to the top of the head,
 * `arm` the side on which an arm reaches out to a smaller neighbor.
 */
export function Figure({
  x,
  height,
  width,
  color,
  arm,
}: {
  x: number;
  height: number;
  width: number;
  color: Paint;
  arm?: 'left' | 'right';
}) {
  const half = width / 2;
  const head = width * 0.31;
  const shoulder = -(height - head * 2 - 3);
  const towards = arm === 'left' ? -1 : 1;
  return (
    <g fill={paint[color]}>
      <circle cx={x} cy={-height + head} r={head} />
      <path d={`M${x - half} 0V${shoulder + half}a${half} ${half} 0 0 1 ${width} 0V0Z`} />
      {arm && (
        <path
          d={`M${x + towards * half * 0.5} ${shoulder + half * 0.8}q${towards * half * 0.9} ${half * 0.3} ${towards * half * 1.25} ${half * 1.35}`}
          fill="none"
          stroke={paint[color]}
          strokeWidth={width * 0.24}
          strokeLinecap="round"
        />
      )}
    </g>
  );
}
