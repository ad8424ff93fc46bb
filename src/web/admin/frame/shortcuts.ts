import { localStore } from '../../storage.ts';

/** What a shortcut or the account menu opens. */
export type KeyDialog = 'palette' | 'shortcuts' | null;

const KEY = 'desk-shortcuts';

/** Single-key shortcuts can be turned off, for people with speech input or unsteady hands (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return localStore.get(KEY) !== 'off';
}

export function switchShortcuts(on: boolean): void {
  localStore.set(KEY, on ? 'on' : 'off');
}
