import { Link } from '@tanstack/react-router';
import { PAGES } from '#contract/paths.ts';
import { buttonClass } from '../ui/button-class.ts';

interface Props {
  readonly transactionId: string;
  /** Loads the page anew, so that the browser asks before it discards what was typed. */
  readonly reloadDocument?: boolean;
}

export function ConfirmationLink({ transactionId, reloadDocument = false }: Props) {
  const params = { transactionId };
  return (
    <Link
      to={PAGES.confirmation}
      params={params}
      reloadDocument={reloadDocument}
      className={buttonClass('quiet', 'md')}
    >
      See the confirmation page
    </Link>
  );
}
