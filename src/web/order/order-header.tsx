import { type ReactNode, useEffect, useRef } from 'react';
import type { Order } from '#contract/orders.ts';
import { ArcCorner } from '../art/arc-corner.tsx';
import { HeroArt } from '../art/hero-art.tsx';

/** Top of an order's page. `celebrate` lets the sun rise beside it; `takeFocus` is for a header that comes later. */
export function OrderHeader({
  order,
  title,
  intro,
  actions,
  celebrate = false,
  takeFocus = false,
}: {
  order: Order;
  title: string;
  intro?: ReactNode;
  actions?: ReactNode;
  celebrate?: boolean;
  takeFocus?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeFocus) heading.current?.focus();
  }, [takeFocus]);
  return (
    <div data-print="hide" className="on-ink relative overflow-hidden bg-ink">
      {!celebrate && <ArcCorner colours="sea" className="size-32 sm:size-56" />}
      <div className={`wrap relative grid gap-x-12 ${celebrate ? 'lg:grid-cols-[7fr_4fr]' : ''}`}>
        <div className="min-w-0 py-10 wrap-anywhere sm:py-14">
          <p className="eyebrow mb-3">
            Registration <span className="code">{order.registrationNumber}</span>
          </p>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {intro && <div className="mt-4 max-w-copy text-lg text-fg-2">{intro}</div>}
          {actions && <div className="mt-7 flex flex-wrap gap-3">{actions}</div>}
        </div>
        {celebrate && <HeroArt className="h-52 w-full self-end rounded-t-panel sm:h-64 lg:mt-8 lg:h-80" />}
      </div>
    </div>
  );
}
