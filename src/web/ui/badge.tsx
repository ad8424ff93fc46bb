import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

export type Tone = 'ok' | 'warn' | 'error' | 'info' | 'neutral';

const tones: Record<Tone, string> = {
  ok: 'bg-ok-bg text-ok',
  warn: 'bg-warn-bg text-warn',
  error: 'bg-error-bg text-error',
  info: 'bg-info-bg text-info',
  neutral: 'bg-sunken text-fg-2',
};

/** A state in one or two words; the words carry the meaning, the color repeats it. */
export function Badge({ tone = 'neutral', className, ...span }: ComponentProps<'span'> & { tone?: Tone }) {
  return (
    <span
      {...span}
      className={cx(
        'inline-flex items-center gap-1 rounded-chip border border-transparent px-2 py-0.5 text-sm leading-tight',
        'font-semibold whitespace-nowrap [&_svg]:size-[1.1em]',
        tones[tone],
        className,
      )}
    />
  );
}
