import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

/**
 * A row's buttons. Where a table is narrow, they overlay the row's end, which leaves more room for names, and show on
 * hover and on keyboard focus; touch devices always show them.
 */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <span className="flex justify-end [&_svg]:text-fg-3 group-focus-within/row:[&_svg]:text-accent group-hover/row:[&_svg]:text-accent group-focus-within/row:opacity-100 group-hover/row:opacity-100 lg:max-xl:pointer-fine:absolute lg:max-xl:pointer-fine:inset-y-px lg:max-xl:pointer-fine:right-2 lg:max-xl:pointer-fine:items-center lg:max-xl:pointer-fine:bg-surface lg:max-xl:pointer-fine:opacity-0">
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
