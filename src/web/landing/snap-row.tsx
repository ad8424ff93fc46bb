import type { ReactNode } from 'react';

/**
 * A list that is a snapping row on phones. Its items aren't focusable, so the row itself is, for scrolling by keyboard.
 */
export function SnapRow({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div
      role="group"
      aria-labelledby={labelledBy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      className="snap-row mt-4 sm:contents [--snap-item:100%]"
    >
      {children}
    </div>
  );
}
