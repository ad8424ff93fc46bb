import { DefinitionList } from '../../ui/definition-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';

const SHORTCUTS = [
  { term: 'Ctrl K or ⌘ K', description: 'Find people, orders, pages and actions' },
  { term: '/', description: 'Search this list' },
  { term: 'j and k', description: 'Next and previous row' },
  { term: 'Enter', description: 'Open the row' },
  { term: 'x', description: 'Select the row' },
  { term: 'Shift X', description: 'Go to the actions for the selected rows' },
  { term: '?', description: 'Show these shortcuts' },
];

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts">
      <DefinitionList items={SHORTCUTS} />
      <p className="mt-4 text-dense text-fg-2">Single-key shortcuts can be turned off in the account menu.</p>
    </Dialog>
  );
}
