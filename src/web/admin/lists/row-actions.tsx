import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

/**
 * A row's buttons. They show on hover and on keyboard focus, and always on touch devices. Where they come and go, they
 * overlay the row's end, which leaves more room for names.
 */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <span className="flex justify-end group-focus-within/row:opacity-100 group-hover/row:opacity-100 lg:pointer-fine:absolute lg:pointer-fine:inset-y-px lg:pointer-fine:right-2 lg:pointer-fine:items-center lg:pointer-fine:bg-surface lg:pointer-fine:opacity-0">
      {children}
    </span>
  );
}

export function RowButton({
  label,
  tip,
  disabled = false,
  onlyWide = false,
  onClick,
  children,
}: {
  /** Names the row's person or order. */
  label: string;
  tip: string;
  disabled?: boolean;
  /** Not on a phone's card, where there is little room and a tap on the card opens it. */
  onlyWide?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip text={tip}>
      <Button
        variant="quiet"
        size="row"
        className={onlyWide ? 'max-lg:hidden' : ''}
        aria-label={label}
        aria-disabled={disabled}
        onClick={onClick}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
