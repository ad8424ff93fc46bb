import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Board } from '#contract/door-day.ts';
import { counted } from '#contract/words/counted.ts';
import { NOTED, TWICE } from '#contract/words/door-questions.ts';
import type { SettledAs } from '#domain/standing.ts';
import { ApiError } from '../../api.ts';
import { pollWhileShown } from '../../poll-while-shown.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { DoorEngine } from '../engine/door-engine.ts';
import { doorTime, whenWhereWho } from './door-words.ts';
import { Screen, type ScreenProps } from './screen.tsx';

const REFRESH_MS = 5_000;

/** For supervisors: open questions, and arrivals per door. */
export function BoardScreen({ engine, state, onBack }: ScreenProps) {
  const { board, problem, settled, settle } = useBoard(engine, state.waiting === 0);
  return (
    <Screen title="All doors" onBack={onBack}>
      {!state.isOnline && (
        <Notice tone="warn" title="Offline">
          {board
            ? `These numbers are from ${doorTime(Date.parse(board.now))}. Anything you settle now will be sent later.`
            : 'Numbers for all doors will appear when this phone is back online.'}
        </Notice>
      )}
      {state.isOnline && problem && (
        <Notice tone="error" title="The numbers could not be loaded">
          {problem}
        </Notice>
      )}
      {!board && state.isOnline && !problem && <Spinner label="Loading the numbers" />}
      {board && <Figures board={board} settled={settled} isPractice={state.practice} onSettle={settle} />}
    </Screen>
  );
}

/** A question that this phone has settled. `at` is by the page's clock. */
interface Settled {
  readonly scan: string;
  readonly at: number;
}

export function useBoard(engine: DoorEngine, areAllSent: boolean) {
  const [board, setBoard] = useState<Board | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** Until a board comes that was requested after they were sent: an older one still asks. */
  const [settled, setSettled] = useState<readonly Settled[]>([]);
  /** When the board that is shown was requested: an older response, or its failure, can arrive after it. */
  const shown = useRef(0);
  const refresh = useCallback(async () => {
    const askedAt = performance.now();
    try {
      const answer = await engine.board();
      if (askedAt < shown.current) return;
      shown.current = askedAt;
      setBoard(answer);
      setProblem(null);
      if (areAllSent) setSettled((before) => before.filter((one) => one.at > askedAt));
    } catch (error) {
      if (askedAt < shown.current) return;
      setProblem(error instanceof ApiError ? error.sentence : 'The response could not be read.');
    }
  }, [engine, areAllSent]);
  // Again once all is sent, because what was settled here is part of the numbers then.
  useEffect(() => pollWhileShown(() => void refresh(), REFRESH_MS), [refresh]);
  const settle = async (scan: string, outcome: SettledAs) => {
    await engine.settle(scan, outcome);
    setSettled((before) => [...before, { scan, at: performance.now() }]);
  };
  return { board, problem, settled: settled.map(({ scan }) => scan), settle };
}

interface Questions {
  readonly board: Board;
  /** The scans of questions that were settled, but not sent yet. */
  readonly settled: readonly string[];
  /** Nothing counts then, and settling would. */
  readonly isPractice: boolean;
  readonly onSettle: (scan: string, outcome: SettledAs) => Promise<void>;
}

function Figures({ board, settled, isPractice, onSettle }: Questions) {
  const { arrived, expected, waiting, byDoor, duplicates, over, ended } = board;
  const heading = useRef<HTMLHeadingElement>(null);
  const said = ({ at, door, by }: { at: string; door: string | null; by: string }) =>
    whenWhereWho({ at: Date.parse(at), door, by }, board.day);
  const question = (scan: string) => ({
    isSettled: settled.includes(scan),
    isPractice,
    onSettle: async (outcome: SettledAs) => {
      await onSettle(scan, outcome);
      // The pressed button is gone.
      heading.current?.focus({ preventScroll: true });
    },
  });
  return (
    <>
      <div className="rounded-card bg-surface p-5 shadow-card">
        <p className="font-display text-3xl font-[680] tracking-tight even-figures">
          {arrived} <span className="text-xl">of {expected} in</span>
        </p>
        {waiting > 0 && (
          <p className="mt-1 text-fg-2">Not counted yet: {counted(waiting, 'scan')} on phones.</p>
        )}
        <dl className="mt-4 grid gap-2 border-t border-line pt-4">
          {byDoor.map((one) => (
            <div key={one.door} className="flex justify-between gap-4">
              <dt>{one.door ?? 'Help desk'}</dt>
              <dd className="font-semibold even-figures">{one.arrived}</dd>
            </div>
          ))}
        </dl>
      </div>
      <section className="grid gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-xl!">
          To settle
        </h2>
        {duplicates.length + over.length + ended.length === 0 && (
          <p className="text-fg-2">Nothing to settle.</p>
        )}
        {duplicates.map(({ name, number, admitted, duplicate }) => (
          <Open key={duplicate.id} {...question(duplicate.id)} name={name} number={number}>
            Admitted twice: {said(admitted)}; and {said(duplicate)}.
          </Open>
        ))}
        {over.map((one) => (
          <Open key={one.seat} {...question(one.seat!)} name={one.name} number={one.number}>
            Named {said(one)}, with no seat left in the order.
          </Open>
        ))}
        {ended.map(({ name, number, admitted, isPassedOn }) => (
          <Open key={admitted.id} {...question(admitted.id)} name={name} number={number} ways={NOTED}>
            {isPassedOn
              ? `The previous holder was admitted ${said(admitted)}.`
              : `Admitted ${said(admitted)}, but the ticket had been canceled.`}
          </Open>
        ))}
      </section>
    </>
  );
}

function Open({
  name,
  number,
  isSettled,
  isPractice,
  ways = TWICE,
  onSettle,
  children,
}: {
  name: string;
  number: string;
  isSettled: boolean;
  isPractice: boolean;
  ways?: typeof TWICE;
  onSettle: (outcome: SettledAs) => Promise<void>;
  children: ReactNode;
}) {
  const [isBusy, setBusy] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const settle = async (outcome: SettledAs) => {
    setBusy(true);
    setFailed(false);
    try {
      await onSettle(outcome);
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-3 rounded-card border-2 border-warn bg-surface p-4">
      <p>
        <b className="text-lg">{name}</b> <span className="text-fg-2">{number}</span>
        <br />
        {children}
      </p>
      {isFailed && (
        <Notice tone="error" title="Not settled">
          {name} is still open. This phone cannot settle it. Please settle it at the help desk.
        </Notice>
      )}
      <p role="status" className={isSettled ? 'font-semibold' : 'sr-only'}>
        {isSettled && 'Settled, waiting to be sent.'}
      </p>
      {!isSettled && isPractice && <p className="text-fg-2">End practice to settle this.</p>}
      {!isSettled && !isPractice && (
        <div className="grid grid-cols-2 gap-2">
          {ways.map(({ outcome, label }) => (
            <Button
              key={outcome}
              variant="secondary"
              className="min-h-14! px-2!"
              busy={isBusy}
              aria-label={`${label}, ${name}`}
              onClick={() => void settle(outcome)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
