import { Check, CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export type NoticeTone = 'info' | 'ok' | 'warn' | 'error';

const tones = {
  info: { box: 'bg-info-bg', glyph: 'bg-info text-info-bg', Icon: Info },
  ok: { box: 'bg-ok-bg', glyph: 'bg-ok text-ok-bg', Icon: Check },
  warn: { box: 'bg-warn-bg', glyph: 'bg-warn text-warn-bg', Icon: TriangleAlert },
  error: { box: 'bg-error-bg', glyph: 'bg-error text-error-bg', Icon: CircleAlert },
};

type NoticeProps = Omit<ComponentProps<'div'>, 'title'> & {
  tone?: NoticeTone;
  title?: ReactNode;
  action?: ReactNode;
};

/** A message that stays in place. Errors are announced at once, others when there is a pause. */
export function Notice({ tone = 'info', title, action, className, children, ...div }: NoticeProps) {
  const { box, glyph, Icon } = tones[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      {...div}
      className={cx(
        'flex items-start gap-3 rounded-button border border-transparent p-4 text-md text-fg',
        box,
        className,
      )}
    >
      <span aria-hidden="true" className={cx('grid size-7 shrink-0 place-items-center rounded-full', glyph)}>
        <Icon className="size-4" strokeWidth={2.6} />
      </span>
      <div className="min-w-0 flex-1 pt-0.5">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className={title ? 'mt-0.5 text-fg-2' : undefined}>{children}</div>}
        {action && <div className="mt-3">{action}</div>}
      </div>
    </div>
  );
}
