import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Board } from '#contract/door-day.ts';
import type { SettledAs } from '#domain/standing.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { DoorEngine, DoorState } from '../engine/engine.ts';
import { count, doorTime, whenWhereWho } from './door-words.ts';
import { Screen } from './screen.tsx';

const REFRESH_MS = 5_000;

/** For supervisors: open questions, and arrivals per door. */
export function BoardScreen({
  engine,
  state,
  onBack,
}: {
  engine: DoorEngine;
  state: DoorState;
  onBack: () => void;
}) {
  const { board, problem, refresh } = useBoard(engine);
  const [failed, setFailed] = useState<string | null>(null);
  const settle = async (scan: string, name: string, outcome: SettledAs) => {
    setFailed(null);
    try {
      await engine.settle(scan, outcome);
      await refresh();
    } catch {
      setFailed(name);
    }
  };
  return (
    <Screen title="All doors" onBack={onBack}>
      {failed && (
        <Notice tone="error" title="Not settled">
          {failed} is still open. Please try again.
        </Notice>
      )}
      {!state.isOnline && (
        <Notice tone="warn" title="Offline">
          {board
            ? `These numbers are from ${doorTime(Date.parse(board.now))}. What you settle is sent later.`
            : 'Numbers for all doors will appear when this phone is back online.'}
        </Notice>
      )}
      {state.isOnline && problem && (
        <Notice tone="error" title="The numbers could not be loaded">
          {problem}
        </Notice>
      )}
      {!board && state.isOnline && !problem && <Spinner label="Loading the numbers" />}
      {board && <Figures board={board} onSettle={settle} />}
    </Screen>
  );
}

function useBoard(engine: DoorEngine) {
  const [board, setBoard] = useState<Board | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const refresh = useCallback(async () => {
    try {
      setBoard(await engine.board());
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.sentence : 'The response could not be read.');
    }
  }, [engine]);
  useEffect(() => {
    void refresh();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  return { board, problem, refresh };
}

type Settle = (scan: string, name: string, outcome: SettledAs) => Promise<void>;

function Figures({ board, onSettle }: { board: Board; onSettle: Settle }) {
  const { arrived, expected, waiting, byDoor, duplicates, over } = board;
  return (
    <>
      <div className="rounded-card bg-surface p-5 shadow-card">
        <p className="font-display text-3xl font-[680] tracking-tight even-figures">
          {arrived} <span className="text-xl">of {expected} in</span>
        </p>
        {waiting > 0 && (
          <p className="mt-1 text-fg-2">
            {count(waiting, 'scan')} on phones that are not synced, not counted
          </p>
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
        <h2 className="text-xl!">To settle</h2>
        {duplicates.length + over.length === 0 && <p className="text-fg-2">Nothing to settle.</p>}
        {duplicates.map(({ name, number, admitted, duplicate }) => (
          <Open
            key={duplicate.id}
            name={name}
            number={number}
            onSettle={(outcome) => onSettle(duplicate.id, name, outcome)}
          >
            Admitted twice: {said(admitted)}; and {said(duplicate)}.
          </Open>
        ))}
        {over.map((one) => (
          <Open
            key={one.seat}
            name={one.name}
            number={one.number}
            onSettle={(outcome) => onSettle(one.seat!, one.name, outcome)}
          >
            Named {said(one)}, with no seat left in the order.
          </Open>
        ))}
      </section>
    </>
  );
}

function said({ at, door, by }: { at: string; door: string | null; by: string }): string {
  return whenWhereWho({ at: Date.parse(at), door, by });
}

function Open({
  name,
  number,
  onSettle,
  children,
}: {
  name: string;
  number: string;
  onSettle: (outcome: SettledAs) => Promise<void>;
  children: ReactNode;
}) {
  const [isBusy, setBusy] = useState(false);
  const settle = (outcome: SettledAs) => {
    setBusy(true);
    void onSettle(outcome).finally(() => setBusy(false));
  };
  return (
    <div className="grid gap-3 rounded-card border-2 border-warn bg-surface p-4">
      <p>
        <b className="text-lg">{name}</b> <span className="text-fg-2">{number}</span>
        <br />
        {children}
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Button
          variant="secondary"
          className="min-h-14! px-2!"
          busy={isBusy}
          aria-label={`${name}: same person`}
          onClick={() => settle('same_person')}
        >
          Same person
        </Button>
        <Button
          variant="secondary"
          className="min-h-14! px-2!"
          busy={isBusy}
          aria-label={`${name}: two people, keep`}
          onClick={() => settle('two_people')}
        >
          Two people: keep
        </Button>
      </div>
    </div>
  );
}
