import { deskPart } from '../frame/part-boundary.tsx';
import type { Selection } from './use-selection.ts';

/** Loaded on demand: most visits select nothing. */
const SelectionBar = deskPart(() => import('../selection/selection-bar.tsx'), 'SelectionBar', 'The actions');

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
