import { useEffect, useState } from 'react';
import * as landingTexts from '#content/landing-texts.ts';
import { boot } from '../boot.ts';
import { CheckoutSteps } from '../checkout-steps.tsx';
import { ClosedMessage } from '../closed-message.tsx';
import { OfflineBanner } from '../offline-banner.tsx';
import { readPendingRegistration } from '../pending-registration.ts';
import { optional } from '../ui/optional.tsx';
import { useSale } from '../use-sale.ts';
import { useWhenShownAgain } from '../use-when-shown-again.ts';
import { cheapestOf, offersOf } from './offers.ts';
import { RegistrationForm } from './registration-form.tsx';
import type { CapacityDays } from './seat-figures.ts';
import { useCapacity } from './use-capacity.ts';

/** Few visitors have an unpaid order, so this code loads only if there may be one. */
const UnfinishedOrder = optional(() => import('./unfinished-order.tsx'), 'UnfinishedOrder');

/** The main content of `/register`: the form, or a message once registration is closed. */
export function RegisterMain({ capacity }: { capacity: CapacityDays }) {
  const { isClosed } = useSale();
  return isClosed ? <ClosedMessage /> : <OpenRegister capacity={capacity} />;
}

function OpenRegister({ capacity }: { capacity: CapacityDays }) {
  const { days, lookAgain } = useCapacity(capacity);
  const { refusal } = cheapestOf(offersOf(days));
  const [mayHaveOrder, setMayHaveOrder] = useState(false);
  const look = () => setMayHaveOrder(boot.hasOrders || readPendingRegistration() !== null);
  // The server can't see this tab's storage.
  useEffect(look, []);
  // Back from the summary or the provider's page.
  useWhenShownAgain(look);
  return (
    <>
      <OfflineBanner />
      {refusal === 'sold_out' ? (
        <div className="on-ink border-t border-line bg-ink">
          <h1 className="wrap flex min-h-24 items-center text-2xl">{landingTexts.registration.allTaken}</h1>
        </div>
      ) : (
        <CheckoutSteps step="Details" title="Save your seat" />
      )}
      <div className="wrap flex flex-col gap-8 pt-8 pb-14">
        {mayHaveOrder && <UnfinishedOrder onGivenUp={lookAgain} />}
        <RegistrationForm days={days} />
      </div>
    </>
  );
}
