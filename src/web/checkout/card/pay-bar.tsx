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
    <div className="sticky bottom-0 z-20 -mx-[clamp(20px,5vw,48px)] border-t border-line bg-surface px-[clamp(20px,5vw,48px)] py-3 shadow-card lg:static lg:mx-0 lg:border-0 lg:bg-transparent lg:p-0 lg:shadow-none">
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
