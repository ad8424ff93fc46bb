import { formatUsd } from '#domain/money.ts';
import { type Package, type Pricing, priceOf, savingsOf } from '#domain/packages.ts';
import { Badge } from '../ui/badge.tsx';

/** What a package costs, and what it would have cost where that is more. */
export function PackagePrice({
  package: one,
  pricing,
  id,
}: {
  package: Package;
  pricing: Pricing;
  id?: string;
}) {
  const savings = savingsOf(one, pricing);
  return (
    <>
      <span id={id} className="font-display text-2xl font-[680] tracking-tight text-fg tabular-nums">
        {formatUsd(priceOf(one, pricing), 'whole')}
      </span>
      {savings !== null && savings > 0 && (
        <>
          <span className="text-md text-fg-2">
            <span className="sr-only">instead of </span>
            <s className="tabular-nums">{formatUsd(one.originalPrice!, 'whole')}</s>
          </span>
          <Badge tone="ok">SAVE {formatUsd(savings, 'whole')}</Badge>
        </>
      )}
    </>
  );
}
