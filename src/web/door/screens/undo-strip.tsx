import { Undo2 } from 'lucide-react';
import type { LastAdmission } from './verdict-flow.ts';

/** Undoes the last admission, for ten seconds. It overlays the camera, so that nothing moves. */
export function UndoStrip({ last, onUndo }: { last: LastAdmission; onUndo: () => void }) {
  return (
    <div className="door-undo on-ink flex min-h-16 items-center gap-3 rounded-button border-2 border-white/70 bg-ink py-1 pr-1 pl-4 shadow-dialog">
      <p className="line-clamp-3 min-w-0 flex-1 leading-tight font-semibold">{last.label}</p>
      {!last.isUndone && (
        <button
          type="button"
          onClick={onUndo}
          className="inline-flex min-h-14 shrink-0 items-center gap-2 rounded-[11px] bg-white px-5 text-lg font-semibold text-ink"
        >
          <Undo2 aria-hidden="true" className="size-6" />
          Undo
        </button>
      )}
    </div>
  );
}
