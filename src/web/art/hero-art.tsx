import type { CSSProperties } from 'react';
import { type Paint, paint } from './palette.ts';
import { wave } from './waves.ts';

const center = { x: 292, y: 440 };

const arcs: readonly (readonly [radius: number, color: Paint])[] = [
  [500, 'harbor'],
  [410, 'sea'],
  [326, 'foam'],
  [248, 'lilac'],
  [172, 'dawn'],
  [104, 'beacon'],
];

const swells: readonly (readonly [y: number, color: Paint, opacity: number])[] = [
  [464, 'sea', 0.95],
  [490, 'foam', 0.5],
  [516, 'sea', 0.6],
  [542, 'harbor', 0.9],
];
const swellLength = 140;
const phase = -128;

const box = '0 0 560 560';
const fit = 'xMidYMax slice';
/** Enough for a window of 5000 px. */
const reach = 17 * swellLength;

/**
 * The whole motif: a sun that is also a signal and a shelter, people below it, calm water in front. Where overflow is
 * visible, the water extends beyond both sides. It is one drawing, because two next to each other are rounded to pixels
 * differently.
 */
export function HeroArt({ className }: { className: string }) {
  return (
    <div className={`relative rounded-t-panel ${className}`}>
      <svg
        viewBox={box}
        preserveAspectRatio={fit}
        aria-hidden="true"
        className="absolute inset-0 size-full rounded-[inherit]"
      >
        <path fill={paint.tide} d="M0 0H560V440H0Z" />
        {arcs.map(([radius, color], index) => (
          <circle
            key={color}
            cx={center.x}
            cy={center.y}
            r={radius}
            fill={paint[color]}
            className="arc-rise"
            style={{ '--i': arcs.length - 1 - index } as CSSProperties}
          />
        ))}
        <People />
        <path fill={paint.ink} d="M0 440H560V562H0Z" />
      </svg>
      <svg
        viewBox={box}
        preserveAspectRatio={fit}
        aria-hidden="true"
        className="absolute inset-0 size-full overflow-visible"
      >
        <g fill="none" strokeWidth="4" strokeLinecap="round">
          {swells.map(([y, color, opacity]) => (
            <path
              key={y}
              d={wave(phase - reach, center.x + reach, y, swellLength)}
              stroke={paint[color]}
              opacity={opacity}
            />
          ))}
          <Glint y={464} width={150} opacity={1} />
          <Glint y={490} width={86} opacity={0.85} />
          <Glint y={516} width={36} opacity={0.7} />
        </g>
      </svg>
    </div>
  );
}

/** The sun on a wave: the part of it below the sun, `width` wide. */
function Glint({ y, width, opacity }: { y: number; width: number; opacity: number }) {
  return (
    <path
      d={wave(phase, 572, y, swellLength)}
      pathLength="700"
      strokeDasharray={`${width} 700`}
      strokeDashoffset={width / 2 - center.x + phase}
      stroke={paint.beacon}
      opacity={opacity}
    />
  );
}

/** Adults and children side by side; each adult has an arm around the child next to them. */
function People() {
  return (
    <g transform={`translate(0 ${center.y})`}>
      <Figure x={172} height={94} width={38} color="ink" />
      <Figure x={213} height={62} width={29} color="violet" />
      <Figure x={299} height={66} width={30} color="ink" />
      <Figure x={256} height={104} width={40} color="harbor" arm="right" />
      <Figure x={336} height={54} width={27} color="sea" />
      <Figure x={377} height={98} width={39} color="violet" arm="left" />
      <Figure x={419} height={70} width={30} color="harbor" />
    </g>
  );
}

/**
 * One person: a head and a rounded body that stands on y = 0. `height` is from the ground to the top of the head,
 * `arm` the side on which an arm reaches out to a smaller neighbor.
 */
function Figure({
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
