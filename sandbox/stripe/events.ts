import type Stripe from 'stripe';
import { newId } from '#sandbox/new-id.ts';
import type { Collection, Store } from '#sandbox/store.ts';
import type { State } from './state.ts';

type EventType = Stripe.Event['type'];
type EventData<T extends EventType> = Extract<Stripe.Event, { type: T }>['data'];
export type StoredEvent = Stripe.EventBase;
type Previous = Readonly<Record<string, unknown>>;

/** All events in order. Each is a snapshot that never changes. */
export interface Events {
  readonly stored: Collection<StoredEvent>;
  record<T extends EventType>(type: T, object: EventData<T>['object'], previous?: Previous): void;
  /** Runs synchronous work for a request; also returns the ids of the events that it recorded. */
  during<R>(request: Stripe.Event.Request, work: () => R): { result: R; recorded: string[] };
}

export function openEvents(
  store: Store,
  state: State,
  onRecorded: (eventId: string, type: EventType) => void,
): Events {
  const stored = store.collection<StoredEvent>('stripe.events');
  let current: { request: Stripe.Event.Request; recorded: string[] } | undefined;

  return {
    stored,
    record(type, object, previous) {
      const id = newId('evt_');
      stored.put(id, {
        id,
        object: 'event',
        api_version: apiVersion,
        created: state.seconds(),
        // Events are snapshots: later changes of the object must not show in them.
        data: { object: { ...object }, ...(previous && { previous_attributes: previous }) },
        livemode: false,
        pending_webhooks: 0,
        request: current?.request ?? { id: null, idempotency_key: null },
        type,
      });
      current?.recorded.push(id);
      onRecorded(id, type);
    },
    during(request, work) {
      const mine = { request, recorded: [] };
      current = mine;
      try {
        return { result: work(), recorded: mine.recorded };
      } finally {
        current = undefined;
      }
    },
  };
}

/** The version that the SDK pins; another SDK fails to compile here. */
const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive';

/** The old values of what changed, as in an event's `previous_attributes`. */
export function previously<T extends object>(old: T, now: T): Partial<T> {
  const changed = Object.entries(old).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(now[key as keyof T]),
  );
  return Object.fromEntries(changed) as Partial<T>;
}
