import type { ReactNode } from 'react';
import { event } from '#content/event.ts';
import { paths } from '#contract/paths.ts';
import { type Cents, formatUsd } from '#domain/money.ts';
import { TicketStub } from '../../art/ticket-stub.tsx';
import { CheckoutSteps } from '../../checkout-steps.tsx';
import { now } from '../../clock.ts';
import { keptUntilText } from '../../kept-until-text.ts';
import { SiteFrame } from '../../site-frame.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { carrying } from './carrying.ts';

const TITLE = 'Pay by card';

/** The page around the card form, with the order beside it; on phones above it, in short. */
export function CardFrame({
  item,
  children,
}: {
  item: {
    readonly name: string | undefined;
    readonly total: Cents | undefined;
    readonly number?: string;
    /** Null while unknown, undefined if nothing is held. */
    readonly keptUntil?: string | null;
  };
  children: ReactNode;
}) {
  const total = item.total === undefined ? <Skeleton className="h-7 w-24" /> : formatUsd(item.total);
  return (
    <SiteFrame title={TITLE} action="none">
      <CheckoutSteps step="Pay" title={TITLE} />
      <div className="wrap checkout-grid pt-6 pb-14 lg:pt-8">
        <aside aria-labelledby="paid-for" className="lg:sticky lg:top-6 lg:col-start-2">
          <h2 id="paid-for" className="sr-only">
            What you’re paying for
          </h2>
          <TicketStub
            className="max-lg:hidden"
            eyebrow="Your order"
            title={event.name}
            stub={<TotalLine total={total} />}
          >
            <p className="font-semibold">{item.name}</p>
            {item.number && <p className="code mt-1 text-md text-fg-2">{item.number}</p>}
          </TicketStub>
          <div className="border-b border-line pb-4 lg:hidden">
            {item.name && <p className="font-semibold">{item.name}</p>}
            <TotalLine total={total} />
          </div>
          {item.keptUntil !== undefined && <KeptUntil instant={item.keptUntil} />}
          <a
            {...carrying}
            href={paths.checkout}
            className="link mt-3 inline-flex min-h-6 items-center text-md font-semibold"
          >
            Back to the summary
          </a>
        </aside>
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">{children}</div>
      </div>
    </SiteFrame>
  );
}

function TotalLine({ total }: { total: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 even-figures">
      <span className="font-semibold max-lg:font-normal max-lg:text-fg-2">Total</span>
      <span className="font-display text-2xl font-[680] tracking-tight max-lg:text-xl">{total}</span>
    </div>
  );
}

/** Reserves its space before the time is known, to prevent layout shifts. */
function KeptUntil({ instant }: { instant: string | null }) {
  return (
    <p className={cx('mt-3 text-md text-fg-2 lg:mt-5', !instant && 'invisible')}>
      Held for you until{' '}
      <time dateTime={instant ?? undefined} className="whitespace-nowrap">
        {keptUntilText(instant ?? now().toISOString())}
      </time>
      .
    </p>
  );
}
