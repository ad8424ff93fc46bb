import { Pause, Play } from 'lucide-react';
import { useEffect, useReducer, useRef } from 'react';
import * as landingTexts from '#content/landing-texts.ts';
import { topics } from '#content/topics.ts';
import type { Topic } from '#domain/program.ts';
import { type TopicMotif, TopicTile } from '../art/topic-tile.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { cx } from '../ui/cx.ts';
import { useSale } from '../use-sale.ts';
import { isTurning, keepTurning, type Rotation, type RotationAction, rotate } from './rotation.ts';

const motifs: readonly TopicMotif[] = ['signal', 'overlap', 'shelter', 'tide'];
const atFirst: Rotation = { selected: 0, isStarted: null, isHeld: false };

/** Four topics; every four seconds another one is highlighted, with its sentence above. */
export function Topics({ canRegister }: { canRegister: boolean }) {
  const [rotation, dispatch] = useReducer(rotate, atFirst);
  const { isClosed, isOver } = useSale();
  const list = useRef<HTMLUListElement>(null);
  const hold = (isHeld: boolean) => dispatch({ type: 'hold', isHeld });
  useTurning(isTurning(rotation), dispatch);
  useEffect(() => {
    // A topic that was hovered or focused before hydration.
    const index = [...list.current!.children].findIndex((one) => one.matches(':hover, :focus-within'));
    if (index === -1) return;
    dispatch({ type: 'hold', isHeld: true });
    dispatch({ type: 'select', index });
  }, []);
  return (
    <section id="topics" aria-labelledby="topics-title" className="section-y">
      <div className="wrap">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h2 id="topics-title" className="min-w-0">
            {landingTexts.topics.title}
          </h2>
          <TurnButton
            isStarted={rotation.isStarted}
            onPress={() => dispatch({ type: rotation.isStarted ? 'stop' : 'start' })}
          />
        </div>
        <Sentences selected={rotation.selected} isLive={!isTurning(rotation)} />
        <ul
          ref={list}
          onPointerLeave={({ currentTarget }) => hold(currentTarget.contains(document.activeElement))}
          onBlur={({ currentTarget }) => hold(currentTarget.matches(':hover'))}
          className="snap-row mt-2 gap-5 sm:mt-8 sm:grid sm:grid-cols-2 lg:grid-cols-4"
        >
          {topics.map((topic, index) => (
            <TopicCard
              key={topic.title}
              topic={topic}
              motif={motifs[index % motifs.length]!}
              isSelected={index === rotation.selected}
              onChoose={() => {
                hold(true);
                dispatch({ type: 'select', index });
              }}
            />
          ))}
        </ul>
        {canRegister && !isClosed && !isOver && (
          <ButtonLink href="#registration" size="lg" className="mt-4 sm:mt-10">
            {landingTexts.topics.secure}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

function useTurning(turns: boolean, dispatch: (action: RotationAction) => void) {
  useEffect(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    dispatch({ type: isCalm ? 'stop' : 'start' });
  }, [dispatch]);
  useEffect(() => {
    if (!turns) return;
    return keepTurning(() => dispatch({ type: 'tick', count: topics.length }));
  }, [turns, dispatch]);
}

/** Until hydration, CSS shows the button's future label. */
function TurnButton({ isStarted, onPress }: { isStarted: boolean | null; onPress: () => void }) {
  return (
    <button type="button" onClick={onPress} className={buttonClass('quiet', 'md', '-mx-3 noscript:hidden')}>
      {isStarted !== false && (
        <span className={cx('contents', isStarted === null && 'motion-reduce:hidden')}>
          <Pause aria-hidden="true" />
          {landingTexts.topics.stop}
        </span>
      )}
      {!isStarted && (
        <span className={isStarted === null ? 'hidden motion-reduce:contents' : 'contents'}>
          <Play aria-hidden="true" />
          {landingTexts.topics.start}
        </span>
      )}
    </button>
  );
}

/** All sentences share one grid cell, so that nothing below moves when they change. */
function Sentences({ selected, isLive }: { selected: number; isLive: boolean }) {
  return (
    <div aria-live={isLive ? 'polite' : 'off'} className="mt-2 grid max-w-3xl max-sm:hidden">
      {topics.map(({ title, sentence }, index) => (
        <p
          key={title}
          className={cx(
            'col-start-1 row-start-1 text-lg text-accent sm:text-xl transition-[opacity,visibility] duration-200',
            index !== selected && 'invisible opacity-0',
          )}
        >
          {sentence}
        </p>
      ))}
    </div>
  );
}

function TopicCard({
  topic,
  motif,
  isSelected,
  onChoose,
}: {
  topic: Topic;
  motif: TopicMotif;
  isSelected: boolean;
  onChoose: () => void;
}) {
  return (
    <li
      onPointerEnter={onChoose}
      onFocus={onChoose}
      className={cx(
        'relative rounded-card border-2 bg-surface p-5 shadow-card transition-[border-color,transform] sm:p-6',
        isSelected
          ? 'border-accent forced-colors:border-[Highlight] motion-safe:-translate-y-1'
          : 'border-transparent',
      )}
    >
      <div className="flex items-center gap-3 sm:block">
        <TopicTile motif={motif} className="size-14 shrink-0 sm:size-24" />
        <h3 className="sm:mt-5">
          <button
            type="button"
            aria-pressed={isSelected}
            className="cursor-pointer text-left outline-none after:absolute after:-inset-0.5 after:rounded-card focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-ring"
          >
            {topic.title}
          </button>
        </h3>
      </div>
      {/* On a phone, the highlighted card may be off the screen, so each card has its own sentence. */}
      <p className="mt-3 font-semibold text-accent sm:hidden">{topic.sentence}</p>
      <p className="mt-2 text-md text-fg-2">{topic.detail}</p>
    </li>
  );
}
