import type { ReactNode } from 'react';
import { counted } from '#contract/words/counted.ts';
import { Notice } from '../../ui/notice.tsx';

/** What becomes of the scans of a phone that no longer works at the door. */
export function WaitingNotice({ waiting, children }: { waiting: number; children: ReactNode }) {
  if (waiting === 0) return null;
  return (
    <Notice tone="warn" title={`${counted(waiting, 'scan is', 'scans are')} still waiting`}>
      {children}
    </Notice>
  );
}
