import { StickyNote } from 'lucide-react';
import { event } from '#content/event.ts';
import type { DoorRegistration } from '#contract/check-in.ts';
import { formatInstant } from '#domain/calendar.ts';

export function CheckInNotes({ notes }: { notes: DoorRegistration['notes'] }) {
  return notes.map(({ text, at, by }) => (
    <p key={at} className="flex items-start gap-2 text-md">
      <StickyNote aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0">
        <span className="sr-only">Note: </span>
        <span className="whitespace-pre-line wrap-anywhere">{text}</span>
        <span className="block text-sm wrap-anywhere opacity-90">
          {formatInstant(event.zone, new Date(at))} by {by}
        </span>
      </span>
    </p>
  ));
}
