import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

/** A row's buttons. A mouse sees them on the row it points at, the keyboard where it is, a finger always. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <span className="flex justify-end group-focus-within/row:opacity-100 group-hover/row:opacity-100 lg:pointer-fine:opacity-0">
      {children}
    </span>
  );
}

export function RowButton({
  label,
  tip,
  disabled = false,
  onClick,
  children,
}: {
  /** Says whose row it is. */
  label: string;
  tip: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip text={tip}>
      <Button variant="quiet" size="row" aria-label={label} aria-disabled={disabled} onClick={onClick}>
        {children}
      </Button>
    </Tooltip>
  );
}
