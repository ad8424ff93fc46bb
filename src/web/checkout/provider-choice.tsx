import type { PaymentProvider } from '#domain/order.ts';
import { boot } from '../boot.ts';
import { RadioCards } from '../ui/radio-cards.tsx';

const words: Record<PaymentProvider, { label: string; description?: string }> = {
  stripe: { label: 'Card or wallet, on Stripe' },
  square: { label: 'Card, on this site', description: 'With a billing address in the United States.' },
};

/** The payment methods. Shown only if there is a choice. */
export function ProviderChoice({
  value,
  onChoose,
}: {
  value: PaymentProvider;
  onChoose: (provider: PaymentProvider) => void;
}) {
  return (
    <RadioCards
      name="provider"
      legend="How do you want to pay?"
      options={boot.paymentProviders.map((provider) => ({ value: provider, ...words[provider] }))}
      value={value}
      onChange={({ target }) => onChoose(target.value as PaymentProvider)}
      className="mt-5"
    />
  );
}
