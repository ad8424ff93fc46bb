import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { type AdminSpeaker, deleteSpeaker, listAdminSpeakers, orderSpeakers } from '#contract/speakers.ts';
import { call, queryOf } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { useAction } from '../actions/use-action.ts';
import { AdminSubpage } from '../frame/admin-subpage.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { SpeakerDialog } from './speaker-dialog.tsx';
import { useDragOrder } from './use-drag-order.ts';

/** The speakers on the home page, in its order. */
export function SpeakersPage() {
  return <AdminSubpage title="Speakers">{() => <SpeakersDesk />}</AdminSubpage>;
}

function SpeakersDesk() {
  const speakers = useQuery(queryOf(listAdminSpeakers));
  return (
    <Loaded query={speakers} loading="Loading speakers" failure="Failed to fetch speakers">
      {(found) => <SpeakerList speakers={found} />}
    </Loaded>
  );
}

function SpeakerList({ speakers }: { speakers: readonly AdminSpeaker[] }) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<AdminSpeaker | 'new' | null>(null);
  const order = useAction({
    run: (ids: readonly number[]) => call(orderSpeakers, { body: { ids: [...ids] } }),
    refreshes: [listAdminSpeakers.path],
    success: () => ({
      title: 'Speaker Order Saved',
      description: 'The home page shows the speakers in this order.',
    }),
    failed: { title: 'Speaker Order Not Saved', otherwise: 'Failed to save the order of the speakers' },
    onDone: (saved) => client.setQueryData([listAdminSpeakers.path], saved),
  });
  // The new order shows at once.
  const list = order.pending?.flatMap((id) => speakers.find((one) => one.id === id) ?? []) ?? speakers;
  const move = (from: number, to: number) => {
    const ids = list.map((one) => one.id);
    ids.splice(to, 0, ...ids.splice(from, 1));
    order.start(ids);
  };
  const drag = useDragOrder(move);
  return (
    <Card className="max-sm:p-4!">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-fg-2">
          {list.length === 0 ? 'The home page shows the sample speakers.' : `${list.length} on the home page`}
        </p>
        <Button onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" />
          Add speaker
        </Button>
      </div>
      {order.failure && (
        <Notice tone="error" className="mb-4">
          {order.failure}
        </Notice>
      )}
      {list.length === 0 && <EmptyState title="No speakers yet" />}
      <ol ref={drag.list} className="divide-y divide-line">
        {list.map((speaker, index) => (
          <SpeakerRow
            key={speaker.id}
            speaker={speaker}
            style={drag.rowStyle(index)}
            handle={order.isBusy ? {} : drag.handle(index)}
            onEdit={() => setEdited(speaker)}
            onUp={order.isBusy || index === 0 ? null : () => move(index, index - 1)}
            onDown={order.isBusy || index === list.length - 1 ? null : () => move(index, index + 1)}
          />
        ))}
      </ol>
      {edited && (
        <SpeakerDialog
          // Others may have changed it since. If it was deleted, what was typed stays.
          speaker={edited === 'new' ? null : (speakers.find(({ id }) => id === edited.id) ?? edited)}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  );
}

function SpeakerRow({
  speaker,
  style,
  handle,
  onEdit,
  onUp,
  onDown,
}: {
  speaker: AdminSpeaker;
  style: ComponentProps<'li'>['style'];
  handle: ComponentProps<'span'>;
  onEdit: () => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}) {
  const [isAsked, setAsked] = useState(false);
  const { name } = speaker;
  return (
    <li style={style} className="flex flex-wrap items-center gap-3 bg-surface py-3">
      <span
        {...handle}
        aria-hidden="true"
        className="-ml-2 flex min-h-11 min-w-8 cursor-grab touch-none items-center justify-center text-fg-3 select-none active:cursor-grabbing"
      >
        <GripVertical className="size-5" />
      </span>
      <Portrait speaker={speaker} />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {speaker.marker && <Badge tone="info">{speaker.marker.toUpperCase()}</Badge>}
        </p>
        <p className="text-sm text-fg-2">{speaker.title}</p>
      </div>
      <span className="flex gap-1">
        {[
          { key: 'up', label: `Move ${name} up`, Icon: ArrowUp, press: onUp },
          { key: 'down', label: `Move ${name} down`, Icon: ArrowDown, press: onDown },
          { key: 'edit', label: `Edit ${name}`, Icon: Pencil, press: onEdit },
          { key: 'delete', label: `Delete ${name}`, Icon: Trash2, press: () => setAsked(true) },
        ].map(({ key, label, Icon, press }) => (
          <Button
            key={key}
            variant="quiet"
            size="icon"
            aria-label={label}
            aria-disabled={press === null}
            onClick={() => press?.()}
          >
            <Icon aria-hidden="true" />
          </Button>
        ))}
      </span>
      {isAsked && <ConfirmDelete speaker={speaker} onClose={() => setAsked(false)} />}
    </li>
  );
}

function Portrait({ speaker: { imageUrl, name } }: { speaker: AdminSpeaker }) {
  return (
    <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-full bg-foam font-semibold text-harbor">
      {imageUrl ? (
        <img src={imageUrl} alt="" className="size-full object-cover" />
      ) : (
        // Not the drawn portrait of the home page, which may be another one.
        <span aria-hidden="true">{initialsOf(name)}</span>
      )}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.split(' ').filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.charAt(0)).join('');
}

function ConfirmDelete({ speaker, onClose }: { speaker: AdminSpeaker; onClose: () => void }) {
  return (
    <ConfirmAction
      title={`Delete ${speaker.name}?`}
      confirmLabel="Delete speaker"
      busyLabel="Deleting"
      run={() => call(deleteSpeaker, { params: { id: String(speaker.id) } })}
      refreshes={[listAdminSpeakers.path]}
      success={() => ({
        title: 'Speaker Deleted',
        description: `${speaker.name} was removed from the home page.`,
      })}
      failed={{ title: 'Delete Failed', otherwise: 'Failed to delete the speaker' }}
      onClose={onClose}
    >
      <p>The home page no longer shows this speaker. This cannot be undone.</p>
    </ConfirmAction>
  );
}
