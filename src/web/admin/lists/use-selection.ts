import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../../ui/toast-store.ts';

/** Selected rows by id, with their names for reports. */
export type SelectedRows = ReadonlyMap<number, string>;

const NONE: SelectedRows = new Map();

/** The selected rows, across the pages of a list. Another filter or tab clears the selection, and a toast says so. */
export function useSelection(filter: string) {
  const [rows, setRows] = useState(NONE);
  const toggle = useCallback(
    (id: number, name: string) =>
      setRows((before) => {
        const after = new Map(before);
        if (!after.delete(id)) after.set(id, name);
        return after;
      }),
    [],
  );
  const clear = useCallback(() => setRows(NONE), []);

  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  useEffect(
    () => () => {
      if (latest.current.size === 0) return;
      clear();
      toast({ title: 'Selection cleared', description: 'The list has changed, so nothing is selected now.' });
    },
    [filter, clear],
  );
  return { rows, toggle, clear };
}

export type Selection = ReturnType<typeof useSelection>;

/** Props of a row that can be selected. They change only with the row itself, so memoized rows skip other renders. */
export interface SelectableRow {
  isSelected: boolean;
  onToggle: Selection['toggle'];
}

export const selectableRow = (selection: Selection, id: number): SelectableRow => ({
  isSelected: selection.rows.has(id),
  onToggle: selection.toggle,
});
