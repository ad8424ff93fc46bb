import { type ReactNode, useEffect } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { type Action, isGone, useAction } from './use-action.ts';

const ConfirmDialog = onDemand(() => import('../../ui/confirm-dialog.tsx'), 'ConfirmDialog');

type Row = { readonly list: 'orders' | 'registrations'; readonly id: number };

let unselect: (row: Row) => void = () => {};

/** For the selection, while there is one: a row that an action removes, or finds removed, is unselected. */
export function useUnselect(unselectRow: typeof unselect): void {
  useEffect(() => {
    unselect = unselectRow;
    return () => {
      unselect = () => {};
    };
  }, [unselectRow]);
}

/** Asks before an action. If it fails, the dialog stays open with the error. */
export function ConfirmAction<Output>({
  title,
  confirmLabel,
  busyLabel,
  tone = 'danger',
  isReady,
  row,
  removes = false,
  onClose,
  children,
  ...asked
}: Omit<Action<void, Output>, 'isAsked' | 'isQuestion'> & {
  title: string;
  confirmLabel: string;
  busyLabel: string;
  tone?: 'primary' | 'danger';
  /** False while the facts are still loading: it can't be confirmed. */
  isReady?: boolean;
  /** The row of a list that it is about. */
  row?: Row;
  /** Whether the row is gone once it is done. */
  removes?: boolean;
  /** Also called when it is done, unless there is an `onDone`. */
  onClose: () => void;
  children: ReactNode;
}) {
  const onDone = () => {
    if (row && removes) unselect(row);
    onClose();
  };
  const action = useAction({ onDone, ...asked, isAsked: true });
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      busy={action.isBusy}
      busyLabel={busyLabel}
      tone={tone}
      isReady={isReady}
      onConfirm={() => action.start()}
      onClose={() => {
        if (row && isGone(action.error)) unselect(row);
        onClose();
        action.leave();
      }}
    >
      <div className="flex flex-col gap-3">
        {children}
        {action.failure && (
          <Notice tone="error" className="text-fg">
            {action.failure}
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  );
}
