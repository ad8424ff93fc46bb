import { type Cents, formatUsd } from '#domain/money.ts';

export interface Amounts {
  readonly price: Cents;
  readonly discount: Cents;
  readonly total: Cents;
}

/** What is bought and its price, the discount if there is one, and the total. */
export function PriceLines({
  item,
  price,
  discount,
  total,
  couponCode,
}: Amounts & { item: string; couponCode: string | null }) {
  return (
    <dl className="even-figures">
      <div className="flex justify-between gap-4 py-1 text-md">
        <dt>{item}</dt>
        <dd className="shrink-0">{formatUsd(price)}</dd>
      </div>
      {discount > 0 && (
        <div className="flex justify-between gap-4 py-1 text-md text-ok">
          <dt>Discount {couponCode && <span className="code">{couponCode}</span>}</dt>
          <dd className="shrink-0">{`-${formatUsd(discount)}`}</dd>
        </div>
      )}
      <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-3">
        <dt className="font-semibold">Total</dt>
        <dd className="font-display text-2xl font-[680] tracking-tight">{formatUsd(total)}</dd>
      </div>
    </dl>
  );
}
