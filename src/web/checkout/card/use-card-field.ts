import type { Card, CardInputEvent, CardOptions, SqEvent, Square } from '@square/web-payments-sdk-types';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { boot } from '../../boot.ts';
import { toast } from '../../ui/toast-store.ts';

/** Milliseconds after which a card field that hasn't loaded counts as failed. */
const PATIENCE = 20_000;

export type CardField =
  | { readonly status: 'loading' | 'failed'; readonly card: null }
  | { readonly status: 'ready'; readonly card: Card };

export const FIELD_FAILED = 'Failed to load payment form. Please try again.';

/**
 * The provider's card field inside `host`, which must otherwise stay empty; it is removed with the component. `onEnter`
 * is called for the Enter key in it, which doesn't reach the page by itself.
 */
export function useCardField(onEnter: () => void): {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly field: CardField;
  readonly retry: () => void;
} {
  const host = useRef<HTMLDivElement>(null);
  const [field, setField] = useState<CardField>({ status: 'loading', card: null });
  const [attempt, setAttempt] = useState(0);
  const enter = useEffectEvent(onEnter);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens a new field.
  useEffect(() => {
    let isOver = false;
    const opening = openCard(host.current!);
    const settle = (next: CardField) => {
      if (isOver) return;
      isOver = true;
      setField(next);
      if (next.status === 'failed') {
        toast({ title: 'Payment Error', description: FIELD_FAILED, tone: 'error' });
        discard(opening);
      }
    };
    const timer = setTimeout(() => settle({ status: 'failed', card: null }), PATIENCE);
    opening
      .then((card) => {
        card.addEventListener('submit', () => enter());
        settle({ status: 'ready', card });
      })
      .catch(() => settle({ status: 'failed', card: null }))
      .finally(() => clearTimeout(timer));
    return () => {
      isOver = true;
      clearTimeout(timer);
      discard(opening);
    };
  }, [attempt]);

  const retry = () => {
    setField({ status: 'loading', card: null });
    setAttempt((before) => before + 1);
  };
  return { host, field, retry };
}

/**
 * Keeps the ZIP codes of the card field and the billing address the same, so that nobody types it twice. `follow`
 * changes the address's ZIP code to `next` if it is still `previous`. A card field without a ZIP code works too.
 */
export function useOneZipCode(
  card: Card | null,
  postalCode: string,
  follow: (next: string, previous: string) => void,
): void {
  const inCard = useRef('');
  const hear = useEffectEvent(({ detail }: SqEvent<CardInputEvent>) => {
    follow(detail.postalCodeValue, inCard.current);
    inCard.current = detail.postalCodeValue;
  });
  useEffect(() => {
    if (!card) return;
    const listener = (event: SqEvent<CardInputEvent>) => hear(event);
    card.addEventListener('postalCodeChanged', listener);
    return () => card.removeEventListener('postalCodeChanged', listener);
  }, [card]);

  const zip = /^\s*(\d{5})/.exec(postalCode)?.[1];
  useEffect(() => {
    if (!card || !zip || inCard.current.startsWith(zip)) return;
    const prefill = async () => card.configure({ ...LOOK, postalCode: zip });
    prefill().catch(() => undefined);
  }, [card, zip]);
}

async function openCard(host: HTMLElement): Promise<Card> {
  const { scriptUrl, applicationId, locationId } = boot.square!;
  const square = await loadSquare(scriptUrl);
  const card = await square.payments(applicationId, locationId).card(LOOK);
  try {
    // Its own element, so that a field that is still being removed doesn't interfere with the next one.
    const place = document.createElement('div');
    host.replaceChildren(place);
    await card.attach(place);
    return card;
  } catch (error) {
    await card.destroy();
    throw error;
  }
}

/** Milliseconds, after which the next call retries even if the connection hangs. */
const SCRIPT_PATIENCE = 15_000;

let loading: Promise<Square> | undefined;

/** Loads the provider's browser script once per page. After a failure, the next call tries again. */
function loadSquare(scriptUrl: string): Promise<Square> {
  loading ??= addScript(scriptUrl).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function addScript(src: string): Promise<Square> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`${src} could not be loaded`));
    };
    const timer = setTimeout(fail, SCRIPT_PATIENCE);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (window.Square) resolve(window.Square);
      else fail();
    });
    script.src = src;
    script.async = true;
    document.head.append(script);
  });
}

/** Unloading the page removes the rest, so a failure doesn't matter. */
function discard(opening: Promise<Card>): void {
  opening.then((card) => card.destroy()).catch(() => undefined);
}

/** The site's own colors, as far as the provider lets its field be styled. */
const LOOK: CardOptions = {
  style: {
    input: { color: '#10243e', fontSize: '16px', backgroundColor: '#ffffff' },
    'input::placeholder': { color: '#5c6b80' },
    'input.is-error': { color: '#a3211a' },
    '.input-container': { borderColor: '#6f8289', borderRadius: '12px' },
    '.input-container.is-focus': { borderColor: '#5b4bb5' },
    '.input-container.is-error': { borderColor: '#a3211a' },
    '.message-text': { color: '#3d4f66' },
    '.message-text.is-error': { color: '#a3211a' },
  },
};
