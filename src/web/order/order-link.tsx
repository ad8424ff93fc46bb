import { Link } from '@tanstack/react-router';
import { PAGES } from '#contract/paths.ts';
import { buttonClass } from '../ui/button-class.ts';

/** The anchor of the form on the confirmation page that names seats. */
export const ADD_MEMBER = 'add-member';

const LABELS = {
  confirmation: 'See the confirmation page',
  team: 'Change attendees',
  cancel: 'Cancel seats',
};

/** A quiet link to another page of the order. */
export function OrderLink({ to, transactionId }: { to: keyof typeof LABELS; transactionId: string }) {
  return (
    <Link to={PAGES[to]} params={{ transactionId }} className={buttonClass('quiet', 'md')}>
      {LABELS[to]}
    </Link>
  );
}
