import { formatUsd } from '#domain/money.ts';
import { type Offer, savingsOf } from '#domain/offer.ts';

/** A package's price, and its original price if that was higher; what can't be bought isn't advertised. */
export function PackagePrice({ offer, id }: { offer: Offer; id?: string }) {
  const savings = offer.refusal ? null : savingsOf(offer);
  return (
    <>
      <span id={id} className="font-display text-2xl font-[680] tracking-tight text-fg even-figures">
        {formatUsd(offer.price, 'whole')}
      </span>
      {savings !== null && (
        <>
          <span className="text-md text-fg-2">
            <span className="sr-only">instead of </span>
            <s className="even-figures">{formatUsd(offer.price + savings, 'whole')}</s>
          </span>
          <span className="text-md font-semibold text-ok">SAVE {formatUsd(savings, 'whole')}</span>
        </>
      )}
    </>
  );
}
