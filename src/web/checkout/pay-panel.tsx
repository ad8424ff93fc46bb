import { LockKeyhole } from 'lucide-react';
import type { PendingRegistration } from '#contract/checkout.ts';
import { formatUsd } from '#domain/money.ts';
import type { PaymentProvider } from '#domain/order.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { type ShownAmounts, shownAmounts } from './reprice.ts';

/** Where the card goes; true for that provider alone. */
const cardSentences: Record<PaymentProvider, string> = {
  stripe: 'You pay on Stripe’s secure page; your card never reaches this site.',
  square: 'On the next page you type your card into Square’s own fields; its number never reaches this site.',
};

/** What it costs, and the one button. On phones the button stays at the lower edge. */
export function PayPanel({
  pending,
  provider,
  isBusy,
  refusal,
  onPay,
}: {
  pending: PendingRegistration;
  provider: PaymentProvider;
  isBusy: boolean;
  /** Why it cannot be bought just now. */
  refusal: string | null;
  onPay: () => void;
}) {
  const amounts = shownAmounts(pending);
  const isFree = amounts.total === 0;
  return (
    <div className="max-lg:contents lg:sticky lg:top-6">
      <section aria-labelledby="price-title">
        <Card>
          <h2 id="price-title" className="text-xl">
            Price
          </h2>
          <PriceLines amounts={amounts} couponCode={pending.couponCode ?? null} />
          <p className="mt-3 flex gap-2 text-dense text-fg-2">
            <LockKeyhole aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {isFree ? 'Nothing to pay.' : cardSentences[provider]} Your tickets come by email.
          </p>
        </Card>
      </section>
      <div className="z-20 lg:mt-4 max-lg:sticky max-lg:bottom-0 max-lg:-mx-[clamp(20px,5vw,48px)] max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:px-[clamp(20px,5vw,48px)] max-lg:py-3 max-lg:shadow-card">
        <Button
          variant="beacon"
          size="lg"
          className="w-full tabular-nums"
          busy={isBusy}
          busyLabel="One moment"
          aria-disabled={refusal !== null}
          aria-describedby={refusal ? 'pay-why' : undefined}
          onClick={onPay}
        >
          {isFree ? 'Complete registration' : `Pay ${formatUsd(amounts.total)}`}
        </Button>
        {refusal && (
          <p id="pay-why" className="mt-2 text-sm text-fg-2">
            {refusal}
          </p>
        )}
      </div>
    </div>
  );
}

function PriceLines({ amounts, couponCode }: { amounts: ShownAmounts; couponCode: string | null }) {
  return (
    <dl className="mt-3 tabular-nums">
      <div className="flex justify-between gap-4 py-1 text-md">
        <dt>Price</dt>
        <dd>{formatUsd(amounts.price)}</dd>
      </div>
      {amounts.discount > 0 && (
        <div className="flex justify-between gap-4 py-1 text-md text-ok">
          <dt>Discount {couponCode && <span className="code">{couponCode}</span>}</dt>
          <dd>-{formatUsd(amounts.discount)}</dd>
        </div>
      )}
      <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-3">
        <dt className="font-semibold">Total</dt>
        <dd className="font-display text-2xl font-[680] tracking-tight">{formatUsd(amounts.total)}</dd>
      </div>
    </dl>
  );
}
