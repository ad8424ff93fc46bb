import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asked before something that was typed and not saved is thrown away. */
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
