import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asked before unsaved input is discarded. */
export function DiscardQuestion({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onKeep();
      }}
      title="Discard your changes?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      tone="danger"
      onConfirm={onDiscard}
    >
      What you changed has not been saved.
    </ConfirmDialog>
  );
}
