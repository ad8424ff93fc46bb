import './registration-desk.css';
import type { PendingRegistration } from '#contract/checkout.ts';
import { paths } from '../paths.ts';
import { savePendingRegistration } from '../pending-registration.ts';
import { RegistrationForm } from '../register/registration-form.tsx';
import type { LandingData } from './landing-data.tsx';

/** The registration form on the landing page; it goes on to the summary. A chunk of its own with its own styles. */
export function RegistrationDesk({ days }: { days: LandingData['capacity'] }) {
  return (
    <div className="animate-overlay-in">
      <RegistrationForm days={days} onContinue={goToSummary} />
    </div>
  );
}

function goToSummary(pending: PendingRegistration): void {
  savePendingRegistration(pending);
  location.assign(paths.checkout);
}
