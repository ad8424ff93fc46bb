import {
  Ban,
  CalendarX,
  Check,
  CircleHelp,
  Clock,
  CreditCard,
  type LucideIcon,
  RefreshCw,
  X,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cx } from '../../ui/cx.ts';
import { BigName } from './big-name.tsx';
import type { Sign } from './verdict-face.ts';
import type { Shown, VerdictFlow } from './verdict-flow.ts';

const SIGNS: Record<Sign, LucideIcon> = {
  check: Check,
  clock: Clock,
  calendar: CalendarX,
  card: CreditCard,
  newer: RefreshCw,
  question: CircleHelp,
  barred: Ban,
  cross: X,
};

const looks = {
  go: 'bg-scan-ok text-white',
  stop: 'bg-scan-used text-ink',
  failed: 'bg-scan-bad text-white',
};

/** The full screen in one color. A live region elsewhere announces its text once. */
export function VerdictScreen({
  shown: { face, isPractice, team, canFind, undoable },
  flow,
  onFind,
}: {
  shown: Shown;
  flow: VerdictFlow;
  onFind: () => void;
}) {
  const Icon = SIGNS[face.sign];
  const hasChoices = face.look !== 'go';
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasChoices) next.current?.focus({ preventScroll: true });
  }, [hasChoices]);
  return (
    <section
      aria-label="Verdict"
      className={cx(
        'absolute inset-0 isolate z-40 overflow-y-auto overscroll-contain',
        face.look === 'stop' ? 'on-light' : 'on-ink',
        looks[face.look],
      )}
    >
      {face.look === 'go' && (
        <span
          aria-hidden="true"
          className="pointer-events-none fixed top-1/2 left-1/2 -z-10 aspect-square h-[130%] -translate-1/2 motion-reduce:hidden"
        >
          <span className="block size-full animate-ring-out rounded-full border-[24px] border-white" />
        </span>
      )}
      <div
        className={cx(
          'mx-auto flex min-h-full max-w-160 flex-col gap-5 p-5 wide:max-w-none wide:flex-row wide:items-center wide:gap-8',
          hasChoices
            ? 'pb-[calc(20px+env(safe-area-inset-bottom))]'
            : 'pb-44 wide:pr-[calc(18rem+20px)] wide:pb-5',
        )}
      >
        <div className="flex flex-1 flex-col justify-center gap-4">
          <p className="flex items-center gap-4 text-2xl leading-tight font-semibold">
            <span
              aria-hidden="true"
              className="grid size-24 shrink-0 place-items-center rounded-full border-[5px] border-current [&_svg]:size-14 max-[359px]:size-20 wide:size-20"
            >
              <Icon strokeWidth={2.8} />
            </span>
            <span>
              {isPractice && <span className="block text-dense">PRACTICE</span>}
              {face.headline}
            </span>
          </p>
          {face.name && <BigName name={face.name} />}
          {face.lines.map((line) => (
            <p key={line} className="text-lg font-semibold text-pretty">
              {line}
            </p>
          ))}
        </div>
        {hasChoices && (
          <div className="grid gap-3 wide:w-72">
            {team && <Choice onClick={() => flow.askAboutTeam(team)}>Admit more of the team</Choice>}
            {undoable && <Choice onClick={() => void flow.undoShown()}>Undo the admission</Choice>}
            {canFind && <Choice onClick={onFind}>Find by name</Choice>}
            <button
              ref={next}
              type="button"
              onClick={flow.dismiss}
              className={cx(
                'min-h-16 rounded-button px-6 text-lg font-semibold',
                face.look === 'stop' ? 'bg-ink text-white' : 'bg-white text-ink',
              )}
            >
              Next ticket
            </button>
          </div>
        )}
      </div>
    </section>
  );
}

function Choice({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-16 rounded-button border-2 border-current px-6 text-lg font-semibold"
    >
      {children}
    </button>
  );
}
