import { Ellipsis, LayoutGrid, List, type LucideIcon, Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { keepAwake } from '../../keep-awake.ts';
import { giveSignal } from '../../scanning/signals.ts';
import { useKeyBurst } from '../../scanning/use-key-burst.ts';
import { cx } from '../../ui/cx.ts';
import { BoardScreen } from './board-screen.tsx';
import { CameraView } from './camera-view.tsx';
import { FindScreen } from './find-screen.tsx';
import { MoreScreen } from './more-screen.tsx';
import { Notices } from './notices.tsx';
import { OwnScansScreen } from './own-scans-screen.tsx';
import type { DoorProps } from './screen.tsx';
import { StatusLine } from './status-line.tsx';
import { TeamScreen } from './team-screen.tsx';
import { UndoStrip } from './undo-strip.tsx';
import { useTakenFocus } from './use-taken-focus.ts';
import { isViewOver, useViews } from './use-views.ts';
import { createVerdictFlow, mayUndo } from './verdict-flow.ts';
import { VerdictScreen } from './verdict-screen.tsx';

/** The main screen: the camera, its scans, and the screens over it. */
export function WorkScreen({
  engine,
  state,
  onTestAgain,
  onInvitation,
}: DoorProps & { onTestAgain: () => void; onInvitation: (invitation: string) => void }) {
  const [flow] = useState(() => createVerdictFlow(engine, giveSignal));
  const { isChecking, shown, question, last, said } = useSyncExternalStore(flow.subscribe, flow.state);
  const { view, open, close, isOpen } = useViews();
  useEffect(keepAwake, []);
  useKeyBurst(flow.typeCode);

  const isAsked = question !== null;
  const isGo = shown?.face.look === 'go';
  useEffect(() => {
    if (isAsked) open('team');
  }, [isAsked, open]);
  const team = question && engine.team(question.person.order);
  const isOver = isViewOver(view, shown, team);
  useEffect(() => {
    if (isOver) close();
  }, [isOver, close]);
  useEffect(() => {
    if (view !== 'team' && !isOpen('team') && flow.state().question) flow.dismiss();
  }, [view, isOpen, flow]);

  const isStopped = shown !== null && !isGo;
  const isCovered = view !== null || isStopped;
  const find = () => {
    flow.dismiss();
    open('find');
  };
  useEscape(shown ? flow.dismiss : close);
  const heading = useRef<HTMLHeadingElement>(null);
  useTakenFocus(heading);
  /** For a pressed button that disappears. */
  const focusHeading = () => heading.current?.focus({ preventScroll: true });
  const undoLast = () => {
    focusHeading();
    void flow.undoLast();
  };
  return (
    <main className="absolute inset-0">
      {/* The covered camera isn't rendered, because its picture would slow down the page on a slow phone. */}
      <div
        className={cx('door-work absolute inset-0 bg-page', view !== null && 'invisible')}
        inert={isCovered}
      >
        <h1 ref={heading} tabIndex={-1} className="sr-only">
          Door check-in
        </h1>
        <header className="flex [grid-area:status] items-center gap-3 bg-surface px-3 py-1 wide:flex-col wide:items-start wide:gap-1 wide:py-3">
          <StatusLine state={state} />
          <p className="shrink-0 text-right text-lg leading-tight font-semibold even-figures">
            {state.counts.in}{' '}
            <span className="block text-sm font-normal text-fg-2 wide:inline">
              of {state.counts.expected} in
            </span>
          </p>
        </header>
        <div className="relative [grid-area:camera]">
          <CameraView
            onCode={flow.seeCode}
            isPaused={() => view !== null || flow.isBusy()}
            onFind={() => open('find')}
            takeFocus={focusHeading}
          >
            <Notices state={state} onRead={focusHeading} />
          </CameraView>
        </div>
        <nav
          aria-label="Door"
          className="grid [grid-area:nav] grid-flow-col gap-1 bg-surface p-2 pb-[calc(8px+env(safe-area-inset-bottom))] wide:grid-flow-row wide:grid-cols-2"
        >
          <NavButton icon={Search} isMain onClick={() => open('find')}>
            Find by name
          </NavButton>
          <NavButton icon={List} onClick={() => open('own')}>
            My scans
          </NavButton>
          {state.phone?.role === 'supervisor' && (
            <NavButton icon={LayoutGrid} onClick={() => open('board')}>
              All doors
            </NavButton>
          )}
          <NavButton icon={Ellipsis} onClick={() => open('more')}>
            More
          </NavButton>
        </nav>
      </div>

      <div inert={isStopped}>
        {view === 'find' && (
          <FindScreen
            engine={engine}
            state={state}
            onChoose={(key) => void flow.choose(key)}
            onBack={close}
          />
        )}
        {view === 'own' && <OwnScansScreen engine={engine} state={state} onBack={close} />}
        {view === 'board' && <BoardScreen engine={engine} state={state} onBack={close} />}
        {view === 'more' && (
          <MoreScreen
            engine={engine}
            state={state}
            onTestAgain={onTestAgain}
            onInvitation={onInvitation}
            onBack={close}
          />
        )}
        {view === 'team' && question && team && (
          <TeamScreen
            key={question.person.order}
            engine={engine}
            state={state}
            question={question}
            team={team}
            onAdmit={(people) => void flow.admit(people)}
            onBack={close}
          />
        )}
      </div>

      {isChecking && <Checking />}
      {shown && <VerdictScreen key={shown.id} shown={shown} flow={flow} onFind={find} />}
      {isStopped && <ReturnFocus />}
      {isCovered && <ReturnFocus />}
      {last && mayUndo(last, state) && (isGo || (!view && !shown)) && (
        <UndoStrip last={last} onUndo={undoLast} />
      )}
      <p role="status" className="sr-only">
        {said && !said.isUrgent && <span key={said.id}>{said.text}</span>}
      </p>
      <p role="alert" className="sr-only">
        {said?.isUrgent && <span key={said.id}>{said.text}</span>}
      </p>
    </main>
  );
}

function NavButton({
  icon: Icon,
  isMain = false,
  onClick,
  children,
}: {
  icon: LucideIcon;
  isMain?: boolean;
  onClick: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={cx(
        'flex min-h-18 flex-col items-center justify-center gap-1 rounded-button border-2 px-1 text-center text-sm leading-tight font-semibold wide:last:odd:col-span-2',
        isMain ? 'border-transparent bg-accent text-on-accent' : 'border-line text-fg',
      )}
    >
      <Icon aria-hidden="true" className="size-6" />
      {children}
    </button>
  );
}

function Checking() {
  return (
    <div className="on-ink absolute inset-0 z-30 grid place-items-center bg-ink/85">
      <p className="text-2xl">Checking</p>
    </div>
  );
}

/** Calls `leave` on Escape, wherever the focus is: after a tap beside the buttons it is nowhere. */
function useEscape(leave: () => void): void {
  const press = useEffectEvent(leave);
  useEffect(() => {
    const look = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) press();
    };
    document.addEventListener('keydown', look);
    return () => document.removeEventListener('keydown', look);
  }, []);
}

/**
 * Rendered while something covers the page: afterward, the focus returns to where it was before, unless something else
 * has taken it.
 */
function ReturnFocus(): null {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
  return null;
}
