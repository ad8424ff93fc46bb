import type { PaymentProvider } from '#domain/order.ts';
import { boot } from '../boot.ts';
import { Card } from '../ui/card.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';

const words: Record<PaymentProvider, { label: string; description: string }> = {
  stripe: {
    label: 'On Stripe’s secure page',
    description: 'You leave this site for a moment, and come back to your tickets.',
  },
  square: {
    label: 'In a card form on this site',
    description: 'Square takes the payment. You need your card’s billing address, in the United States.',
  },
};

/** Where one pays. Not asked where there is one way only. */
export function ProviderChoice({
  value,
  onChoose,
}: {
  value: PaymentProvider;
  onChoose: (provider: PaymentProvider) => void;
}) {
  return (
    <Card>
      <RadioCards
        name="provider"
        legend="How do you want to pay?"
        legendStyle="title"
        columns={2}
        options={boot.paymentProviders.map((provider) => ({ value: provider, ...words[provider] }))}
        value={value}
        onChange={({ target }) => onChoose(target.value as PaymentProvider)}
      />
    </Card>
  );
}
