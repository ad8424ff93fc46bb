import { randomUUID } from 'node:crypto';
import type { Collection, Store } from '#sandbox/store.ts';
import type { State, WireDispute, WirePayment, WireRefund } from './state.ts';

/** The seller's account; the sandbox has one. */
const merchantId = 'SANDBOXMERCHANT';

interface Objects {
  'payment.created': { payment: WirePayment };
  'payment.updated': { payment: WirePayment };
  'refund.created': { refund: WireRefund };
  'refund.updated': { refund: WireRefund };
  'dispute.created': { dispute: WireDispute };
  'dispute.state.updated': { dispute: WireDispute };
}
type EventType = keyof Objects;

/** The body of a webhook. */
export interface WireEvent {
  readonly merchant_id: string;
  /** Only in events of disputes. */
  readonly location_id?: string | null;
  readonly type: EventType;
  readonly event_id: string;
  readonly created_at: string;
  readonly data: { readonly type: string; readonly id: string; readonly object: Objects[EventType] };
}

/** All events in order. Each is a snapshot that never changes. */
export interface Events {
  readonly stored: Collection<WireEvent>;
  record<T extends EventType>(type: T, id: string, object: Objects[T]): void;
  /** Runs synchronous work; also returns the ids of the events that it recorded. */
  during<R>(work: () => R): { result: R; recorded: string[] };
}

export function openEvents(store: Store, state: State, onRecorded: (eventId: string) => void): Events {
  const stored = store.collection<WireEvent>('square.events');
  let current: string[] | undefined;

  return {
    stored,
    record(type, id, object) {
      const event_id = randomUUID();
      const data = { type: type.split('.')[0] ?? type, id, object: structuredClone(object) };
      const location = 'dispute' in object && { location_id: object.dispute.location_id };
      const created_at = state.timestamp();
      stored.put(event_id, { merchant_id: merchantId, ...location, type, event_id, created_at, data });
      current?.push(event_id);
      onRecorded(event_id);
    },
    during(work) {
      const recorded: string[] = [];
      current = recorded;
      try {
        return { result: work(), recorded };
      } finally {
        current = undefined;
      }
    },
  };
}
