import { Mail, X } from 'lucide-react';
import { useState } from 'react';
import { exportOrders } from '#contract/admin-orders.ts';
import { exportRegistrations } from '#contract/registrations.ts';
import { Button } from '../../ui/button.tsx';
import { useUnselect } from '../actions/confirm-action.tsx';
import { ExportLink } from '../lists/export-link.tsx';
import type { Selection } from '../lists/use-selection.ts';
import { ResendSelected } from './resend-selected.tsx';
import './selection-bar.css';

const EXPORTS = { orders: exportOrders.path, registrations: exportRegistrations.path };

/** Actions on the selected rows, in a bar at the bottom of the screen. */
export function SelectionBar({ list, selection }: { list: keyof typeof EXPORTS; selection: Selection }) {
  const { rows, toggle } = selection;
  const unselect = (id: number) => {
    const name = rows.get(id);
    if (name !== undefined) toggle(id, name);
  };
  useUnselect((gone) => gone.list === list && unselect(gone.id));
  const [isAsked, setAsked] = useState(false);
  const clear = () => {
    // The button disappears, and with it the focus.
    document.querySelector<HTMLElement>('[data-row-select]:checked, [data-row-select]')?.focus();
    selection.clear();
  };
  return (
    <section
      aria-label="Selection"
      data-selection-bar
      className="selection-bar on-ink border border-line bg-ink shadow-dialog"
    >
      <p className="font-semibold whitespace-nowrap even-figures">{rows.size} selected</p>
      <Button variant="quiet" size="sm" onClick={() => setAsked(true)}>
        <Mail aria-hidden="true" />
        Resend
      </Button>
      <ExportLink path={EXPORTS[list]} query={{ ids: [...rows.keys()].join(',') }} label="Export" />
      <Button variant="quiet" size="sm" onClick={clear}>
        <X aria-hidden="true" />
        Clear
      </Button>
      {isAsked && (
        <ResendSelected list={list} rows={rows} onGone={unselect} onClose={() => setAsked(false)} />
      )}
    </section>
  );
}
