import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { PendingRegistration } from '#contract/checkout.ts';
import { paths } from '#contract/paths.ts';
import { boot } from '../boot.ts';
import { ClosedPage } from '../closed-page-later.ts';
import { readPendingRegistration, savePendingRegistration } from '../pending-registration.ts';
import { useSale } from '../sale.ts';
import { SiteFrame } from '../site-frame.tsx';
import { RegisterBand } from './register-band.tsx';
import { RegistrationForm } from './registration-form.tsx';
import { useCapacity } from './use-capacity.ts';

/** Few visitors have an order that waits to be paid, so its code comes for those who may. */
const UnfinishedOrder = lazy(() =>
  import('./unfinished-order.tsx').then((file) => ({ default: file.UnfinishedOrder })),
);

export function RegisterPage() {
  const { isClosed } = useSale();
  return isClosed ? <ClosedPage /> : <OpenPage />;
}

function OpenPage() {
  const navigate = useNavigate();
  const [hasErrors, setHasErrors] = useState(false);
  const [mayHaveOrder] = useState(() => boot.hasOrders || readPendingRegistration() !== null);
  const { days, lookAgain } = useCapacity(null);
  const goToSummary = (pending: PendingRegistration) => {
    savePendingRegistration(pending);
    void navigate({ to: paths.checkout });
  };
  return (
    <SiteFrame title={hasErrors ? 'Error: Register' : 'Register'} action="none">
      <RegisterBand />
      <div className="wrap flex flex-col gap-8 pt-8 pb-14 sm:pt-12">
        {mayHaveOrder && (
          <Suspense>
            <UnfinishedOrder onGivenUp={lookAgain} />
          </Suspense>
        )}
        <RegistrationForm days={days} onContinue={goToSummary} onErrors={setHasErrors} />
      </div>
    </SiteFrame>
  );
}
