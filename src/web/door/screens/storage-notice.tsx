import { Notice, type NoticeTone } from '../../ui/notice.tsx';
import type { DoorState } from '../engine/door-engine.ts';

interface Advice {
  readonly tone: NoticeTone;
  readonly title: string;
  readonly text: string;
}

/** Advice for a phone that can't store its scans. */
export const STORAGE_ADVICE: Record<DoorState['storage'], Advice | null> = {
  kept: null,
  none: {
    tone: 'warn',
    title: 'This browser cannot store data',
    text: 'It may be a private window. Scan the invitation in a normal window, or keep this page open until every scan is sent.',
  },
  full: {
    tone: 'error',
    title: 'This phone is full',
    text: 'Keep this page open until every scan is sent, and delete something, such as a video.',
  },
  slow: {
    tone: 'error',
    title: 'This phone is taking too long to store scans',
    text: 'The latest scans are only on this page. Keep it open until every scan is sent. If you still see this message after that, reload the page.',
  },
};

export function StorageNotice({ storage }: Pick<DoorState, 'storage'>) {
  const advice = STORAGE_ADVICE[storage];
  if (!advice) return null;
  return (
    <Notice tone={advice.tone} title={advice.title}>
      {advice.text}
    </Notice>
  );
}
