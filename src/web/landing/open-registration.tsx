import { landingTexts } from '#content/landing-texts.ts';
import { PriceList } from '../register/price-list.tsx';
import { RegistrationForm } from '../register/registration-form.tsx';
import type { CapacityDays } from '../register/seat-figures.ts';
import { useCapacity } from '../register/use-capacity.ts';
import { useSale } from '../sale.ts';
import { ClosedRegistration } from './closed-registration.tsx';
import { EarlyBirdNote } from './early-bird-note.tsx';

/** The registration form; once closed, thanks and what stays of the event. `capacity` are the seats as of the rendering. */
export function OpenRegistration({ capacity }: { capacity: CapacityDays }) {
  const { isClosed, pricing } = useSale();
  const { days } = useCapacity(capacity);
  if (isClosed) return <ClosedRegistration />;
  return (
    <>
      <div className="max-w-copy">
        <h2 id="registration-title">{landingTexts.registration.title}</h2>
        <p className="mt-3 text-lg text-fg-2">{landingTexts.registration.intro}</p>
        {pricing === 'early_bird' && <EarlyBirdNote />}
      </div>
      <PriceList days={days} className="mt-8" />
      <div className="mt-8 noscript:hidden">
        <RegistrationForm days={days} />
      </div>
    </>
  );
}
