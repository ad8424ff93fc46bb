import type { ComponentProps, MouseEvent } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';
import { SpinnerArcs } from './spinner.tsx';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** While true the button keeps its focus, shows `busyLabel` and ignores clicks. */
  busy?: boolean;
  busyLabel?: string;
};

/** One `beacon` button per screen: it is the main action. */
export function Button({
  variant = 'primary',
  size = 'md',
  busy = false,
  busyLabel,
  type = 'button',
  className,
  children,
  onClick,
  ...button
}: ButtonProps) {
  const inert = busy || button['aria-disabled'] === true || button['aria-disabled'] === 'true';
  const label = busy && busyLabel ? busyLabel : null;
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (inert) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...button}
      type={type}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      onClick={handleClick}
      className={buttonClass(variant, size, className)}
    >
      {busy && <SpinnerArcs />}
      {/* A browser that translates the page replaces texts. React can't remove those, but elements around them. */}
      <span key={label} className="contents">
        {label ?? children}
      </span>
    </button>
  );
}
