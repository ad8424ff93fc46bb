import { useEffect, useRef } from 'react';
import type { Order } from '#contract/orders.ts';
import { HeroArt } from '../art/hero-art.tsx';
import { LongName } from './long-name.tsx';

/**
 * The top of an order's page, small enough to leave the first view to the ticket. `celebrate` shows the sun rising
 * beside it; `takeFocus` is for a header that replaces another one.
 */
export function OrderHeader({
  order,
  title,
  celebrate = false,
  takeFocus = false,
}: {
  order: Pick<Order, 'registrationNumber'>;
  title: string;
  celebrate?: boolean;
  takeFocus?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeFocus) heading.current?.focus();
  }, [takeFocus]);
  return (
    <div data-print="hide" className="on-ink relative overflow-hidden bg-ink">
      <div className="wrap relative flex items-end justify-between gap-10">
        <div className="min-w-0 flex-1 pt-2 pb-4 sm:pt-5 sm:pb-8">
          <p className="eyebrow">
            Registration ID <span className="code">{order.registrationNumber}</span>
          </p>
          <h1 ref={heading} tabIndex={-1} className="mt-1 text-2xl sm:text-3xl">
            <LongName className="">{title}</LongName>
          </h1>
        </div>
        {celebrate && <HeroArt className="h-36 w-80 shrink-0 overflow-hidden max-lg:hidden" />}
      </div>
    </div>
  );
}
