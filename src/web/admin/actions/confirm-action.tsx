import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { forgetUnsavedWork, WorkInDialog } from '../../ui/unsaved-work.tsx';
import { deskPart } from '../frame/part-boundary.tsx';
import { DiscardQuestion } from './ask-before-leaving.tsx';
import { type Action, isGone, useAction } from './use-action.ts';

const ConfirmDialog = deskPart(() => import('../../ui/confirm-dialog.tsx'), 'ConfirmDialog');

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

/**
 * Asks before an action. If it fails, the dialog stays open with the error. Like `Dialog`, it asks before it closes with
 * unsaved input.
 */
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
  const [work] = useState(() => ({ unsaved: new Set<object>(), saving: new Set<object>() }));
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    if (row && isGone(action.error)) unselect(row);
    onClose();
    action.leave();
  };
  const discard = () => {
    forgetUnsavedWork(work.unsaved);
    close();
  };
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      busy={action.isBusy}
      busyLabel={busyLabel}
      tone={tone}
      isReady={isReady}
      onConfirm={() => action.start()}
      onClose={() => (work.unsaved.size > 0 ? setAsking(true) : close())}
    >
      <div className="flex flex-col gap-3">
        <WorkInDialog value={work}>{children}</WorkInDialog>
        {action.failure && <Notice tone="error">{action.failure}</Notice>}
        {isAsking && (
          <Suspense>
            <DiscardQuestion onDiscard={discard} onKeep={() => setAsking(false)} />
          </Suspense>
        )}
      </div>
    </ConfirmDialog>
  );
}
