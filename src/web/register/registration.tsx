import { cheapestOf, offersOf } from './offers.ts';
import { PriceList } from './price-list.tsx';
import { RegistrationForm } from './registration-form.tsx';
import type { CapacityDays } from './seat-figures.ts';

/** The form; without JavaScript a price list in its place. While nothing can be had, the notice needs no script. */
export function Registration({ days }: { days: CapacityDays }) {
  const { refusal } = cheapestOf(offersOf(days));
  return (
    <>
      {!refusal && <PriceList days={days} />}
      <div className={refusal ? undefined : 'noscript:hidden'}>
        <RegistrationForm days={days} />
      </div>
    </>
  );
}
