import type { ReactNode } from 'react';
import { event } from '#content/event.ts';
import { type AdmitView, settleScan } from '#contract/door.ts';
import { type Board, getLiveBoard } from '#contract/door-day.ts';
import { NOTED, TWICE } from '#contract/words/door-questions.ts';
import { dayIn, formatDay, formatTime } from '#domain/calendar.ts';
import type { SettledAs } from '#domain/standing.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAction } from '../actions/use-action.ts';
import { ShortList } from './short-list.tsx';

/** As many as fit on a projector. */
const MOST = 2;

/** Questions that only a person can settle: double admissions, names without a free seat, and ended tickets. */
export function OpenQuestions({ board: { duplicates, over, ended, day } }: { board: Board }) {
  const count = duplicates.length + over.length + ended.length;
  if (count === 0) return null;
  return (
    <section aria-label="To settle" className="live-panel live-questions rounded-card bg-surface shadow-card">
      <h2>To settle: {count}</h2>
      <ShortList most={MOST} more="more question">
        {[
          ...duplicates.map((one) => (
            <Question key={one.duplicate.id} scan={one.duplicate.id} name={one.name}>
              <p>
                <strong>{one.name}</strong> ({one.number}) was admitted twice:
              </p>
              <p className="text-md">{whereWords(one.admitted, day)}</p>
              <p className="text-md">{whereWords(one.duplicate, day)}</p>
            </Question>
          )),
          ...over.map((one) => (
            <Question key={one.seat} scan={one.seat!} name={one.name}>
              <p>
                <strong>{one.name}</strong> was named for {one.number}, which has no seat left.
              </p>
              <p className="text-md">{whereWords(one, day)}</p>
            </Question>
          )),
          ...ended.map((one) => (
            <Question key={one.admitted.id} scan={one.admitted.id} name={one.name} ways={NOTED}>
              <p>
                <strong>{one.name}</strong> ({one.number}){' '}
                {ENDED_WORDS[one.isPassedOn ? 'passedOn' : 'canceled']}:
              </p>
              <p className="text-md">{whereWords(one.admitted, day)}</p>
            </Question>
          )),
        ]}
      </ShortList>
    </section>
  );
}

const ENDED_WORDS = {
  canceled: 'was admitted, but the ticket had been canceled',
  passedOn: 'has a ticket whose previous holder was already admitted',
};

function Question({
  scan,
  name,
  ways = TWICE,
  children,
}: {
  scan: string;
  name: string;
  ways?: typeof TWICE;
  children: ReactNode;
}) {
  const action = useAction({
    run: (outcome: SettledAs) => call(settleScan, { params: { id: scan }, body: { outcome } }),
    refreshes: [getLiveBoard.path],
    success: () => ({ title: 'Settled', description: `${name} is settled.` }),
    failed: { title: 'Error', otherwise: 'It could not be settled' },
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <div className="live-question min-w-0 flex-1">{children}</div>
      <div className="flex flex-wrap gap-2">
        {ways.map(({ outcome, label }) => (
          <Button
            key={outcome}
            variant="secondary"
            size="sm"
            className="min-h-11"
            busy={action.pending === outcome}
            aria-disabled={action.isBusy}
            aria-label={`${label}, ${name}`}
            onClick={() => action.start(outcome)}
          >
            {label}
          </Button>
        ))}
      </div>
      {action.failure && (
        <Notice tone="error" className="w-full">
          {action.failure}
        </Notice>
      )}
    </li>
  );
}

/** `Main entrance, 8:41 AM, by Maria`; with the day if it is not today's. */
function whereWords(one: Pick<AdmitView, 'at' | 'door' | 'by'>, day: string): string {
  const at = new Date(one.at);
  const ownDay = dayIn(event.zone, at);
  const when = formatTime(event.zone, at);
  const dayWords = ownDay === day ? [] : [formatDay(ownDay, 'short')];
  return [one.door ?? 'Help desk', ...dayWords, when, `by ${one.by}`].join(', ');
}
