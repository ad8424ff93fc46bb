import { onDemand } from '../../ui/on-demand.tsx';
import type { Selection } from './use-selection.ts';

/** Loaded on demand: most visits select nothing. */
const SelectionBar = onDemand(() => import('../selection/selection-bar.tsx'), 'SelectionBar');

/** Actions on a list's selected rows. */
export function Selected({ list, selection }: { list: 'orders' | 'registrations'; selection: Selection }) {
  const { rows } = selection;
  return (
    <>
      <p role="status" className="sr-only">
        {rows.size > 0 && `${rows.size} selected`}
      </p>
      {rows.size > 0 && <SelectionBar list={list} selection={selection} />}
    </>
  );
}
