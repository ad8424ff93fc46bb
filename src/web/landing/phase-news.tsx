import { useEffect, useRef, useState } from 'react';
import { texts } from '#content/texts.ts';
import type { EventPhase } from '#domain/event-phase.ts';

const news: Record<EventPhase, string> = {
  early_bird: '',
  regular: texts.hero.earlyBirdOver,
  under_way: texts.underWay,
  past: texts.concluded.title,
};

/** Tells those who listen once when the event moves on while the page is open. */
export function PhaseNews({ phase }: { phase: EventPhase }) {
  const known = useRef(phase);
  const [message, setMessage] = useState('');
  useEffect(() => {
    if (known.current === phase) return;
    known.current = phase;
    setMessage(news[phase]);
  }, [phase]);
  return (
    <p role="status" className="sr-only">
      {message}
    </p>
  );
}
