import { paths } from '#contract/paths.ts';
import { carryToNextPage } from '../storage.ts';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Notice } from '../ui/notice.tsx';
import type { PaymentProblem } from './use-checkout.ts';

/** What went wrong, and what to do next. Unlike the toast, it stays until the next attempt. */
export function ProblemNotice({
  problem,
  onRemoveCoupon,
}: {
  problem: PaymentProblem;
  onRemoveCoupon?: () => void;
}) {
  return (
    <Notice
      tone="error"
      title={problem.text}
      action={
        <div className="flex flex-wrap gap-2">
          {problem.offer === 'remove_coupon' && (
            <Button variant="secondary" size="sm" onClick={onRemoveCoupon}>
              Continue without the code
            </Button>
          )}
          {problem.offer === 'reload' && (
            <Button variant="secondary" size="sm" onClick={() => window.location.reload()}>
              Load the page again
            </Button>
          )}
          <ButtonLink href={paths.register} variant="secondary" size="sm" onClick={carryToNextPage}>
            Change details
          </ButtonLink>
        </div>
      }
    >
      {problem.details.length > 0 && (
        <ul className="list-disc pl-5">
          {problem.details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
