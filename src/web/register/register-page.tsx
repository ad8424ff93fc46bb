import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PendingRegistration } from '#contract/checkout.ts';
import { getCapacityStatus } from '#contract/event.ts';
import { call } from '../api.ts';
import { ClosedPage } from '../closed-page-later.ts';
import { paths } from '../paths.ts';
import { savePendingRegistration } from '../pending-registration.ts';
import { useSale } from '../sale.ts';
import { SiteFrame } from '../site-frame.tsx';
import { RegisterBand } from './register-band.tsx';
import { RegistrationForm } from './registration-form.tsx';

const capacityPollMs = 30_000;

export function RegisterPage() {
  const { isClosed } = useSale();
  return isClosed ? <ClosedPage /> : <OpenPage />;
}

function OpenPage() {
  const navigate = useNavigate();
  const [hasErrors, setHasErrors] = useState(false);
  const capacity = useQuery({
    queryKey: ['capacity-status'],
    queryFn: ({ signal }) => call(getCapacityStatus, { signal }),
    refetchInterval: capacityPollMs,
  });
  const goToSummary = (pending: PendingRegistration) => {
    savePendingRegistration(pending);
    void navigate({ to: paths.checkout });
  };
  return (
    <SiteFrame title={hasErrors ? 'Error: Register' : 'Register'} action="none">
      <RegisterBand />
      <div className="wrap pt-8 pb-14 sm:pt-12">
        <RegistrationForm
          // A failed look at the seats only leaves out the figures.
          days={capacity.isError ? null : (capacity.data ?? null)}
          onContinue={goToSummary}
          onErrors={setHasErrors}
        />
      </div>
    </SiteFrame>
  );
}
