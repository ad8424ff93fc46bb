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
      Your changes have not been saved.
    </ConfirmDialog>
  );
}
