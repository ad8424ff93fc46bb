import { type ReactNode, useState } from 'react';
import { Notice, type NoticeTone } from '../../ui/notice.tsx';
import type { DoorState } from '../engine/engine.ts';
import { whenWhereWho } from './door-words.ts';
import { StorageNotice } from './storage-notice.tsx';

const OVER_CAMERA = 'p-3! shadow-dialog';

/** Notices for the volunteer. They overlay the camera, so that nothing moves. */
export function Notices({ state, onRead }: { state: DoorState; onRead: () => void }) {
  const [read, setRead] = useState<readonly string[]>([]);
  const isNew = (id: string) => !read.includes(id);
  const markRead = (id: string) => {
    setRead((before) => [...before, id]);
    onRead();
  };
  return (
    <div className="grid gap-2 overflow-y-auto empty:hidden">
      <StorageNotice storage={state.storage} className={OVER_CAMERA} />
      {state.clockProblem && (
        <One tone="warn" title="This phone's clock may be wrong">
          Times are uncertain until it is online again. Check its date and time.
        </One>
      )}
      {state.mayHaveEnded && (
        <One tone="warn" title="This phone's invitation may have expired">
          If the date and time on this phone are right, people it admits count only after it joins again, with
          a new invitation.
        </One>
      )}
      {state.refused
        .filter(({ scan }) => isNew(scan))
        .map(({ scan, person, message }) => (
          <One key={scan} tone="error" title={`Not accepted: ${person}`} onRead={() => markRead(scan)}>
            {message}
          </One>
        ))}
      {state.news
        .filter(({ id }) => isNew(id))
        .map(({ id, person, at, door, by }) => (
          <One
            key={id}
            tone="warn"
            title={`${person} was admitted at another door, too`}
            onRead={() => markRead(id)}
          >
            {`Also admitted ${whenWhereWho({ at, door, by })}. Were these two people? ${
              state.phone?.role === 'supervisor' ? 'Settle it under All doors.' : 'Tell a supervisor.'
            }`}
          </One>
        ))}
    </div>
  );
}

function One({
  tone,
  title,
  onRead,
  children,
}: {
  tone: NoticeTone;
  title: string;
  onRead?: () => void;
  children: ReactNode;
}) {
  return (
    <Notice
      tone={tone}
      title={title}
      className={OVER_CAMERA}
      action={
        onRead && (
          <button
            type="button"
            onClick={onRead}
            className="min-h-11 rounded-input border-2 border-input px-5 font-semibold"
          >
            OK<span className="sr-only">: {title}</span>
          </button>
        )
      }
    >
      {children}
    </Notice>
  );
}
