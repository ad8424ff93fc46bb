import { DefinitionList } from '../../ui/definition-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SHORTCUTS } from './shortcuts.ts';

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts">
      <DefinitionList items={SHORTCUTS.map(({ keys, does }) => ({ term: keys, description: does }))} />
      <p className="mt-4 text-dense text-fg-2">Single-key shortcuts can be turned off in the account menu.</p>
    </Dialog>
  );
}
