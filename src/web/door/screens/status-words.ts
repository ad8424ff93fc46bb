import { counted } from '#contract/words/counted.ts';
import type { DoorState } from '../engine/door-engine.ts';
import { doorTime } from './door-words.ts';

type Known = Pick<DoorState, 'isOnline' | 'syncedAt' | 'offlineSince' | 'waiting' | 'storage'>;

/** The status line. `syncAge` is the time since the last sync in milliseconds, by a monotonic clock. */
export function statusWords(state: Known, syncAge: number): string {
  const { isOnline, syncedAt, offlineSince, waiting } = state;
  if (isOnline) {
    const synced = syncedAt === null ? 'not synced yet' : `synced ${ago(syncAge)}`;
    return ['Online', synced, waiting > 0 && `sending ${counted(waiting, 'scan')}`]
      .filter(Boolean)
      .join(' · ');
  }
  const offline = offlineSince === null ? 'Offline' : `Offline since ${doorTime(offlineSince)}`;
  if (waiting === 0) return `${offline} · no scans waiting`;
  return `${offline} · ${counted(waiting, 'scan')} waiting · ${whereTheyAre(state)}`;
}

function whereTheyAre({ storage, waiting }: Known): string {
  if (storage === 'none' || storage === 'slow') return 'keep this page open';
  if (storage === 'full') return 'this phone is full, keep this page open';
  return `${waiting === 1 ? 'it is' : 'they are'} safe on this phone`;
}

function ago(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s ago` : `${Math.floor(seconds / 60)} min ago`;
}
