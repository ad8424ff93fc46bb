import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { count } from './door-words.ts';

/** What becomes of the scans of a phone that no longer works at the door. */
export function WaitingNotice({ waiting, children }: { waiting: number; children: ReactNode }) {
  if (waiting === 0) return null;
  return (
    <Notice tone="warn" title={`${count(waiting, 'scan')} ${waiting === 1 ? 'is' : 'are'} still waiting`}>
      {children}
    </Notice>
  );
}
