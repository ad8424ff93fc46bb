import { Link } from '@tanstack/react-router';
import { PAGES } from '#contract/paths.ts';
import { buttonClass } from '../ui/button-class.ts';

export function ConfirmationLink({ transactionId }: { transactionId: string }) {
  return (
    <Link to={PAGES.confirmation} params={{ transactionId }} className={buttonClass('quiet', 'md')}>
      See the confirmation page
    </Link>
  );
}
