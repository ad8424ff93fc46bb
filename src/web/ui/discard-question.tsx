import { ConfirmDialog } from './confirm-dialog.tsx';

export function DiscardQuestion({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  return (
    <ConfirmDialog
      title="Discard your changes?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      tone="danger"
      onConfirm={onDiscard}
      onClose={onKeep}
    >
      What you changed has not been saved.
    </ConfirmDialog>
  );
}
