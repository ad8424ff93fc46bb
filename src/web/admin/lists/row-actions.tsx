import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import './row-actions.css';

/**
 * A row's buttons. Where a table is narrow, they overlay the row's end, which leaves more room for names, and show on
 * hover and on keyboard focus; touch devices always show them.
 */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className="row-actions">{children}</span>;
}

export function RowButton({
  label,
  tip,
  onlyWide = false,
  onClick,
  children,
}: {
  /** Names the row's person or order. */
  label: string;
  tip: string;
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
        onClick={onClick}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
