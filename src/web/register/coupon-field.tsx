import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatUsd } from '#domain/money.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { CouponState } from './use-coupon.ts';

/** Behind a link, so that visitors don't leave to look for a code. */
export function CouponField({ coupon }: { coupon: CouponState }) {
  const [isOpened, setOpened] = useState(false);
  const { applied, error, isChecking } = coupon;
  const row = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const wasPressed = useRef(false);
  /** After Enter, the field has the focus already. */
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    if (!error || isChecking || !wasPressed.current) return;
    wasPressed.current = false;
    // Read out with the field. Some browsers don't focus a pressed button; whoever went on stays there.
    const { activeElement, body } = document;
    if (activeElement === field.current) setSpoken(error);
    else if (activeElement === body || row.current?.contains(activeElement)) field.current?.focus();
  }, [error, isChecking]);
  const apply = (send = coupon.apply) => {
    wasPressed.current = true;
    // The same words again would not be announced.
    setSpoken('');
    void send();
  };
  // The focus would be lost with the field or the button that applied the code.
  const takeFocus = (button: HTMLButtonElement | null) => {
    if (!button || !wasPressed.current) return;
    wasPressed.current = false;
    // Whoever went on while it was checked stays there.
    if (document.activeElement === document.body) button.focus();
  };
  // Only a click reopens it, because the field takes the focus when it opens.
  if (applied && isOpened) setOpened(false);
  const askAnew = () => {
    coupon.clear();
    setOpened(true);
  };
  if (applied) {
    return (
      <Notice
        tone="ok"
        title={
          <>
            <span className="code">{applied.code}</span>{' '}
            <span>{`takes ${formatUsd(applied.discountAmount)} off`}</span>
          </>
        }
        action={
          <Button ref={takeFocus} variant="secondary" size="sm" onClick={askAnew}>
            Remove the code
          </Button>
        }
      >
        {applied.description}
      </Notice>
    );
  }
  if (!coupon.code && (!isOpened || coupon.removed)) {
    return (
      <>
        {coupon.removed && (
          <Notice
            tone="warn"
            title={
              <>
                <span className="code">{coupon.removed}</span> was removed, because the order changed
              </>
            }
            action={
              <Button variant="secondary" size="sm" onClick={() => apply(coupon.applyAgain)}>
                Apply it again
              </Button>
            }
          />
        )}
        <button type="button" onClick={askAnew} className="link min-h-11 self-start py-2 font-semibold">
          I have a code
        </button>
      </>
    );
  }
  const applyOnEnter = (event: KeyboardEvent) => {
    // `key` is Enter, too, while a word is being composed.
    if (event.keyCode !== 13) return;
    event.preventDefault();
    apply();
  };
  return (
    <div ref={row} className="flex flex-wrap items-end gap-3">
      <TextField
        ref={field}
        name="couponCode"
        label="Coupon code"
        value={coupon.code}
        error={error}
        onChange={(event) => coupon.setCode(event.target.value)}
        onKeyDown={applyOnEnter}
        autoFocus={isOpened}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="min-w-0 flex-1 basis-56"
        inputClassName="code uppercase"
      />
      <Button
        variant="secondary"
        busy={isChecking}
        busyLabel="Checking"
        onClick={() => apply()}
        className="min-h-12"
      >
        Apply
      </Button>
      <p role="status" className="sr-only">
        {error === spoken && spoken}
      </p>
    </div>
  );
}
