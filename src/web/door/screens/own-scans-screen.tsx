import { useRef, useState } from 'react';
import type { Day } from '#domain/calendar.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { OwnScan } from '../engine/door-engine.ts';
import { dayAndTime, doorDay } from './door-words.ts';
import { Screen, type ScreenProps } from './screen.tsx';
import { undoneWords } from './verdict-flow.ts';

const KINDS: Record<OwnScan['kind'], string> = {
  admit: 'Admitted',
  undo: 'Undid the admission',
  withdraw: 'Removed the name',
  settle: 'Settled',
  name: 'Named a free seat',
};

/** This phone's scans, each with an undo; in practice mode, only those of practice. */
export function OwnScansScreen({ engine, state, onBack }: ScreenProps) {
  const [failed, setFailed] = useState<OwnScan | null>(null);
  const [undone, setUndone] = useState<OwnScan | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const scans = engine.own();
  const undo = async (scan: OwnScan) => {
    setFailed(null);
    setUndone(null);
    try {
      await engine.undo(scan.id);
    } catch {
      return setFailed(scan);
    }
    setUndone(scan);
    // Its button is gone.
    heading.current?.focus();
  };
  return (
    <Screen title="My scans" heading={heading} onBack={onBack}>
      <p role="status" className={undone ? 'text-fg-2' : 'sr-only'}>
        {undone && undoneWords(undone.person, !undone.practice && engine.isAdmitted(undone.id))}
      </p>
      {failed && (
        <Notice tone="error" title="Not undone">
          {failed.person} {failed.kind === 'name' ? 'still has the seat' : 'is still admitted'}. Please try
          again.
        </Notice>
      )}
      {scans.length === 0 && <p className="text-fg-2">This phone has not admitted anyone yet.</p>}
      <ul className="grid gap-2">
        {scans.map((scan) => (
          <ScanRow
            key={scan.id}
            scan={scan}
            today={state.today}
            onUndo={scan.practice || !state.practice ? () => void undo(scan) : undefined}
          />
        ))}
      </ul>
    </Screen>
  );
}

export function ScanRow({ scan, today, onUndo }: { scan: OwnScan; today: Day; onUndo?: () => void }) {
  // A name given in practice has changed nothing.
  const isUndoable = scan.kind === 'admit' || (scan.kind === 'name' && !scan.practice);
  const canUndo = onUndo && isUndoable && !scan.isUndone && !scan.refused;
  return (
    <li className="flex min-h-16 items-center gap-3 rounded-button border border-line bg-surface py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="text-lg leading-tight font-semibold">{scan.person}</p>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-dense text-fg-2 even-figures">
          {KINDS[scan.kind]} {dayAndTime(scan.at, today)}
          {scan.isUndone && <Badge tone="warn">Undone</Badge>}
          {scan.practice && <Badge tone="info">Practice</Badge>}
          {!scan.isSent && !scan.refused && <Badge>Waiting</Badge>}
        </p>
        {scan.refused && <p className="mt-1 text-dense font-semibold text-error">{scan.refused}</p>}
      </div>
      {canUndo && (
        <Button
          variant={doorDay(scan.at) === today ? 'secondary' : 'quiet'}
          className="min-h-14!"
          aria-label={`Undo: ${scan.person}`}
          onClick={onUndo}
        >
          Undo
        </Button>
      )}
    </li>
  );
}
