import { LockKeyhole } from 'lucide-react';
import type { Ref } from 'react';
import { type Cents, formatUsd } from '#domain/money.ts';
import { Button } from '../../ui/button.tsx';

/** The button with the amount, and why it is disabled. On phones it stays at the bottom edge. */
export function PayBar({
  ref,
  total,
  missing,
  isPaying,
}: {
  ref: Ref<HTMLButtonElement>;
  total: Cents;
  missing: string | null;
  isPaying: boolean;
}) {
  return (
    <div className="bottom-bar">
      <Button
        ref={ref}
        type="submit"
        variant="beacon"
        size="lg"
        className="w-full even-figures"
        busy={isPaying}
        busyLabel="Processing"
        aria-disabled={missing !== null}
        aria-describedby="pay-why"
      >
        Pay {formatUsd(total)}
      </Button>
      <p id="pay-why" className="mt-2 flex gap-2 text-sm text-fg-2">
        {!missing && <LockKeyhole aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />}
        {missing ?? 'Charged once, when you press the button. Your tickets come by email.'}
      </p>
      <p role="status" className="sr-only">
        {isPaying && 'Your payment is being processed.'}
      </p>
    </div>
  );
}
