import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { event } from '#content/event.ts';
import { REHEARSAL } from '#contract/words/rehearsal.ts';
import { isEventDay } from '#domain/admission.ts';
import { Notice, type NoticeTone } from '../../ui/notice.tsx';
import type { DoorState } from '../engine/door-engine.ts';
import { whenWhereWho } from './door-words.ts';
import { STORAGE_ADVICE } from './storage-notice.tsx';

const OVER_CAMERA = 'p-3! shadow-dialog';

/** Notices for the volunteer, those to confirm first. They overlay the camera, so that nothing moves. */
export function Notices({ state, onRead }: { state: DoorState; onRead: () => void }) {
  const [read, setRead] = useState<readonly string[]>([]);
  const isNew = (id: string) => !read.includes(id);
  const markRead = (id: string) => {
    setRead((before) => [...before, id]);
    onRead();
  };
  const storage = STORAGE_ADVICE[state.storage];
  return (
    <div className="grid gap-2 overflow-y-auto empty:hidden">
      {state.refused
        .filter(({ scan }) => isNew(scan))
        .map(({ scan, person, message }) => (
          <NoticeToRead
            key={scan}
            tone="error"
            title={`Not accepted: ${person}`}
            onRead={() => markRead(scan)}
          >
            {message}
          </NoticeToRead>
        ))}
      {state.news
        .filter(({ id }) => isNew(id))
        .map(({ id, person, at, door, by }) => (
          <NoticeToRead
            key={id}
            tone="warn"
            title={`${person} was admitted at another door, too`}
            onRead={() => markRead(id)}
          >
            {`Also admitted ${whenWhereWho({ at, door, by })}. Were these two people? ${
              state.phone?.role === 'supervisor' ? 'Settle it under All doors.' : 'Tell a supervisor.'
            }`}
          </NoticeToRead>
        ))}
      {storage && <Lasting {...storage} />}
      {state.clockProblem && (
        <Lasting
          tone="warn"
          title="This phone’s clock may be wrong"
          text="Times are uncertain until it is online again. Check its date and time."
        />
      )}
      {state.mayHaveEnded && (
        <Lasting
          tone="warn"
          title="This phone’s invitation may have expired"
          text="If the date and time on this phone are right, people it admits count only after it joins again, with a new invitation."
        />
      )}
      {!isEventDay(event, state.today) && <Lasting tone="info" {...REHEARSAL} />}
    </div>
  );
}

/** It stays until the volunteer has read it. */
export function NoticeToRead({
  tone,
  title,
  onRead,
  children,
}: {
  tone: NoticeTone;
  title: string;
  onRead: () => void;
  children?: string;
}) {
  return (
    <Notice
      tone={tone}
      title={title}
      className={OVER_CAMERA}
      action={
        <button
          type="button"
          onClick={onRead}
          className="min-h-11 rounded-input border-2 border-input px-5 font-semibold"
        >
          OK<span className="sr-only">: {title}</span>
        </button>
      }
    >
      {children}
    </Notice>
  );
}

/** It stays as long as its cause, so on a small phone its text would cover the code in the camera's picture. */
function Lasting({ tone, title, text }: { tone: NoticeTone; title: string; text: string }) {
  return (
    <Notice tone={tone} className={OVER_CAMERA}>
      <details className="group">
        <summary className="-my-2 flex min-h-11 list-none items-center gap-2 font-semibold leading-tight [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1">{title}</span>
          <ChevronDown aria-hidden="true" className="size-5 shrink-0 group-open:rotate-180" />
        </summary>
        <p className="mt-2 text-fg-2">{text}</p>
      </details>
    </Notice>
  );
}
