import { ArrowRight } from 'lucide-react';
import * as landingTexts from '#content/landing-texts.ts';
import { formatUsd } from '#domain/money.ts';
import { boot } from '../boot.ts';
import type { Amounts } from '../price-lines.tsx';
import { Button } from '../ui/button.tsx';

/**
 * Total and Continue; on phones it stays at the bottom edge while the form is in view. The total is announced with its
 * package, also where only the summary shows it: another kind of event changes both. Disabled until the form
 * `isReady`: without its script, the browser would submit what was typed in a URL.
 */
export function ContinueBar({
  item,
  amounts,
  reason,
  isReady,
}: {
  /** The chosen package's name. */
  item: string | undefined;
  amounts: Amounts;
  reason: string | null;
  isReady: boolean;
}) {
  return (
    <div className="bottom-bar">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="leading-tight lg:sr-only" role="status">
          {reason === null && (
            <>
              <span className="sr-only">{item}, </span>
              <span className="block text-sm text-fg-2">
                Total
                {amounts.discount > 0 && (
                  <span className="text-ok">{` after -${formatUsd(amounts.discount)}`}</span>
                )}
              </span>
              <span className="font-display text-xl font-[680] tracking-tight even-figures">
                {formatUsd(amounts.total)}
              </span>
            </>
          )}
        </p>
        <Button
          type="submit"
          disabled={!isReady}
          variant="beacon"
          size="lg"
          aria-disabled={reason !== null}
          aria-describedby="continue-why"
          className="lg:min-w-56"
        >
          Continue
          <ArrowRight aria-hidden="true" />
        </Button>
      </div>
      {!isReady && (
        <p role="alert" hidden data-if-failed="" className="mt-2 text-sm font-semibold text-error">
          {landingTexts.registration.failed} {boot.contact.phone}.
        </p>
      )}
      <p id="continue-why" className="mt-2 text-sm text-fg-2">
        {reason ?? (
          <span className="max-lg:sr-only">
            {amounts.total > 0 ? 'Next: look everything over, then pay.' : 'Next: look everything over.'}
          </span>
        )}
      </p>
    </div>
  );
}
