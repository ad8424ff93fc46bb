import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import type { PendingRegistration } from '#contract/checkout.ts';
import { formatUsd } from '#domain/money.ts';
import type { PaymentProvider } from '#domain/order.ts';
import { boot } from '../boot.ts';
import { PriceLines } from '../price-lines.tsx';
import { sessionStore } from '../storage.ts';
import { Button } from '../ui/button.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { labelOfPending, shownAmounts } from './reprice.ts';

const PROVIDER_WORDS: Record<PaymentProvider, { label: string; description?: string }> = {
  stripe: { label: 'Card or wallet, on Stripe' },
  square: { label: 'Card, on this site', description: 'With a billing address in the United States.' },
};

/** Where the card number goes, per provider. */
const cardSentences: Record<PaymentProvider, string> = {
  stripe: 'You pay on Stripe’s secure page; your card details never reach this site.',
  square: 'On the next page, you enter your card in Square’s own fields; the number never reaches this site.',
};

/** The price, the payment method and the button. On phones the button stays at the bottom edge. */
export function PayPanel({
  pending,
  isBusy,
  refusal,
  onPay,
}: {
  pending: PendingRegistration;
  isBusy: boolean;
  /** Why the registration can't be bought at the moment. */
  refusal: string | null;
  /** Called with the chosen provider, if there is a choice. */
  onPay: (provider?: PaymentProvider) => void;
}) {
  const amounts = shownAmounts(pending);
  const isFree = amounts.total === 0;
  const { provider, choose } = useProviderChoice();
  const hasChoice = boot.paymentProviders.length > 1 && !isFree;
  return (
    <section
      aria-labelledby="price-title"
      className="max-lg:contents lg:sticky lg:top-6 lg:rounded-card lg:bg-surface lg:p-6 lg:shadow-card"
    >
      <div className="p-5 sm:p-6 lg:p-0 max-lg:rounded-card max-lg:bg-surface max-lg:shadow-card">
        <h2 id="price-title" className="mb-3 text-xl">
          Price
        </h2>
        <PriceLines {...amounts} item={labelOfPending(pending)} couponCode={pending.couponCode ?? null} />
        {hasChoice && (
          <RadioCards
            name="provider"
            legend="How do you want to pay?"
            options={boot.paymentProviders.map((value) => ({ value, ...PROVIDER_WORDS[value] }))}
            value={provider}
            onChange={({ target }) => choose(target.value as PaymentProvider)}
            className="mt-5"
          />
        )}
        <p className="mt-3 flex gap-2 text-dense text-fg-2">
          <LockKeyhole aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{`${isFree ? 'Nothing to pay.' : cardSentences[provider]} Your tickets come by email.`}</span>
        </p>
      </div>
      <div className="bottom-bar lg:mt-4">
        <Button
          variant="beacon"
          size="lg"
          className="w-full even-figures"
          busy={isBusy}
          busyLabel="One moment"
          aria-disabled={refusal !== null}
          aria-describedby={refusal ? 'pay-why' : undefined}
          onClick={() => onPay(hasChoice ? provider : undefined)}
        >
          {isFree ? 'Complete registration' : `Pay ${formatUsd(amounts.total)}`}
        </Button>
        {refusal && (
          <p id="pay-why" className="mt-2 text-sm text-fg-2">
            {refusal}
          </p>
        )}
      </div>
    </section>
  );
}

const PROVIDER_KEY = 'payment-provider';

/** How to pay: as last chosen in this tab, or else the first provider offered. */
function useProviderChoice() {
  const [provider, setProvider] = useState(() => {
    const offered = boot.paymentProviders;
    const chosen = sessionStore.get(PROVIDER_KEY);
    return offered.find((one) => one === chosen) ?? offered[0]!;
  });
  const choose = (next: PaymentProvider) => {
    sessionStore.set(PROVIDER_KEY, next);
    setProvider(next);
  };
  return { provider, choose };
}
