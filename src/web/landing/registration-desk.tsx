import './registration-desk.css';
import type { PendingRegistration } from '#contract/checkout.ts';
import { paths } from '#contract/paths.ts';
import { savePendingRegistration } from '../pending-registration.ts';
import { RegistrationForm } from '../register/registration-form.tsx';
import { useCapacity } from '../register/use-capacity.ts';
import { carryToNextPage } from '../storage.ts';
import { useLanding } from './landing-data.tsx';

/** The registration form on the landing page; it goes on to the summary. A chunk of its own with its own styles. */
export function RegistrationDesk() {
  const { days } = useCapacity(useLanding().capacity);
  return (
    <div className="animate-overlay-in">
      <RegistrationForm days={days} onContinue={goToSummary} />
    </div>
  );
}

function goToSummary(pending: PendingRegistration): void {
  savePendingRegistration(pending);
  carryToNextPage();
  location.assign(paths.checkout);
}
