import { Island } from '../islands/island.tsx';
import { PriceList } from '../register/price-list.tsx';
import { useSale } from '../use-sale.ts';
import { ClosedRegistration } from './closed-registration.tsx';
import { useLanding } from './landing-data.tsx';
import { OpenRegistration } from './open-registration.tsx';

export function RegistrationSection() {
  const { capacity } = useLanding();
  const { isClosed } = useSale();
  return (
    <section
      id="registration"
      data-view="pricing_view"
      aria-labelledby="registration-title"
      className="section-y bg-page"
    >
      <div className="wrap">
        {isClosed ? (
          <ClosedRegistration />
        ) : (
          <>
            <Island name="registration" part={OpenRegistration} props={{ capacity }} wakesWhenSeen />
            <PriceList days={capacity} />
          </>
        )}
      </div>
    </section>
  );
}
