import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../../ui/toast-store.ts';
import type { ListPage } from './paged-search.ts';

/** Selected rows by id, with their names for reports. */
export type SelectedRows = ReadonlyMap<number, string>;

const NONE: SelectedRows = new Map();

/**
 * The selected rows, across the pages of a list. Another filter or tab clears the selection, and a toast says so. Rows
 * that the list no longer has aren't selected anymore.
 */
export function useSelection(filter: string, list: ShownList) {
  const [selected, setRows] = useState(NONE);
  const rows = withoutGone(selected, list);
  if (rows !== selected) setRows(rows);
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
      toast({ title: 'Selection Cleared', description: 'The list has changed, so nothing is selected now.' });
    },
    [filter, clear],
  );
  return { rows, toggle, clear };
}

type ShownList = Pick<ListPage<{ readonly id: number }>, 'rows' | 'total' | 'isOutdated'>;

/** Known only of a list with one page: a row that isn't on this page may have moved to another. */
function withoutGone(selected: SelectedRows, { rows, total, isOutdated }: ShownList): SelectedRows {
  if (isOutdated || rows?.length !== total) return selected;
  const left = [...selected].filter(([id]) => rows.some((row) => row.id === id));
  return left.length === selected.size ? selected : new Map(left);
}

export type Selection = ReturnType<typeof useSelection>;

/** Props of a row that can be selected. They change only with the row itself, so memoized rows skip other renders. */
export interface SelectableRow {
  isSelected: boolean;
  onToggle: Selection['toggle'];
}
