import { useEffect } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { isDialogOpen } from '../../ui/is-dialog-open.ts';
import { deskPart } from './part-boundary.tsx';
import { areShortcutsOn, type KeyDialog } from './shortcuts.ts';

const Palette = deskPart(() => import('../palette/palette.tsx'), 'Palette', '“Find anything”');
const ShortcutSheet = deskPart(() => import('./shortcut-sheet.tsx'), 'ShortcutSheet', '“Keyboard shortcuts”');

/** The desk's keyboard shortcuts: single keys for the list, and the command palette. */
export function DeskKeys({
  user,
  dialog,
  onDialog,
}: {
  user: CurrentUser;
  dialog: KeyDialog;
  onDialog: (dialog: KeyDialog) => void;
}) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && event.key === 'k';
      if (event.defaultPrevented || event.altKey || isDialogOpen()) return;
      if (isCommand) onDialog('palette');
      else if (event.ctrlKey || event.metaKey || isTyping(event.target) || !areShortcutsOn()) return;
      else if (event.key === '?') onDialog('shortcuts');
      else if (!pressInList(event.key)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onDialog]);
  const close = () => onDialog(null);
  return (
    <>
      {dialog === 'palette' && <Palette user={user} onDialog={onDialog} onClose={close} />}
      {dialog === 'shortcuts' && <ShortcutSheet onClose={close} />}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (target as Element).matches('input:not([type=checkbox], [type=radio]), select, textarea');
}

/** Runs the key's action in the list; false if it has none here. */
function pressInList(key: string): boolean {
  const rows = [...document.querySelectorAll('[data-row]')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const find = (within: ParentNode | undefined, what: string) => within?.querySelector<HTMLElement>(what);
  const targets: Record<string, () => HTMLElement | null | undefined> = {
    '/': () => find(document, 'header input[type=search]'),
    j: () => find(rows[at + 1], '[data-row-opener]'),
    k: () => find(rows[at - 1], '[data-row-opener]'),
  };
  if (key === 'x') {
    const box = find(rows[at], '[data-row-select]');
    box?.click();
    return Boolean(box);
  }
  const target = key === 'X' ? find(document, '[data-selection-bar] button') : targets[key]?.();
  target?.focus();
  return Boolean(target);
}
