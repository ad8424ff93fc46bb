import type Stripe from 'stripe';
import { newId } from '#sandbox/new-id.ts';
import type { Collection, Store } from '#sandbox/store.ts';
import type { State } from './state.ts';

type EventType = Stripe.Event['type'];
type EventData<T extends EventType> = Extract<Stripe.Event, { type: T }>['data'];
type StoredEvent = Stripe.EventBase;

/** All events in order. Each is a snapshot that never changes. */
export interface Events {
  readonly stored: Collection<StoredEvent>;
  record<T extends EventType>(type: T, object: EventData<T>['object']): void;
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
    record(type, object) {
      const id = newId('evt_');
      stored.put(id, {
        id,
        object: 'event',
        api_version: apiVersion,
        created: state.seconds(),
        // Events are snapshots: later changes of the object must not show in them.
        data: { object: { ...object } },
        livemode: false,
        pending_webhooks: 1,
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
