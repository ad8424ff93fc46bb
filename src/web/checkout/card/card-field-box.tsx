import type { RefObject } from 'react';
import { Button } from '../../ui/button.tsx';
import { Fieldset } from '../../ui/fieldset.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type CardField, FIELD_FAILED } from './use-card-field.ts';

/** Holds the provider's card field, and a placeholder until it has loaded. */
export function CardFieldBox({
  host,
  status,
  onRetry,
}: {
  host: RefObject<HTMLDivElement | null>;
  status: CardField['status'];
  onRetry: () => void;
}) {
  return (
    <Fieldset
      legend="Card"
      hint="These fields belong to Square, which processes the payment. Your card number never reaches this site."
      aria-busy={status === 'loading'}
    >
      {status === 'failed' && (
        <Notice
          tone="error"
          title="Payment Error"
          action={
            <Button variant="secondary" size="sm" onClick={onRetry}>
              Try again
            </Button>
          }
        >
          {FIELD_FAILED}
        </Notice>
      )}
      <div className="relative">
        {status === 'loading' && (
          <div className="flex flex-col gap-3">
            <span className="sr-only" role="status">
              Loading the card field
            </span>
            <Skeleton className="h-12" />
            <Skeleton className="h-12 w-2/3" />
          </div>
        )}
        {/* Laid out while it loads, because the provider's field measures its container. */}
        <div ref={host} className={status === 'ready' ? undefined : 'invisible absolute inset-x-0 top-0'} />
      </div>
    </Fieldset>
  );
}
