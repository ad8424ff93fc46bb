import { type ReactNode, useState } from 'react';
import { Notice, type NoticeTone } from '../../ui/notice.tsx';
import type { DoorState } from '../engine/engine.ts';
import { whenWhereWho } from './door-words.ts';

/** What the volunteer should know now. It lies over the camera, so that nothing moves. */
export function Notices({ state }: { state: DoorState }) {
  const [read, setRead] = useState<readonly string[]>([]);
  const isNew = ({ scan }: { scan: string }) => !read.includes(scan);
  const markRead = (scan: string) => setRead((before) => [...before, scan]);
  return (
    <div className="absolute inset-x-2 top-2 z-10 grid max-h-[70%] gap-2 overflow-y-auto empty:hidden">
      {state.phase === 'no_storage' && (
        <One tone="warn" title="This browser stores nothing">
          It may be a private window. Keep this page open until every scan is sent, or scan the invitation in
          a normal window.
        </One>
      )}
      {state.storageFull && (
        <One tone="error" title="This phone is full">
          Keep this page open until every scan is sent, and delete something, such as a video.
        </One>
      )}
      {state.clockProblem && (
        <One tone="warn" title="This phone's clock has jumped">
          Times are uncertain until it is online again. Check its date and time.
        </One>
      )}
      {state.refused.filter(isNew).map(({ scan, person, message }) => (
        <One key={scan} tone="error" title={`Not accepted: ${person}`} onRead={() => markRead(scan)}>
          {message}
        </One>
      ))}
      {state.news.filter(isNew).map(({ scan, person, at, door, by }) => (
        <One
          key={scan}
          tone="warn"
          title={`${person} was admitted at another door, too`}
          onRead={() => markRead(scan)}
        >
          {`Also admitted ${whenWhereWho({ at, door: door || 'help desk', by })}. Were these two people? Tell a supervisor.`}
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
      className="p-3! shadow-dialog"
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
