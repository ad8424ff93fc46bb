import type { Card, CardInputEvent, SqEvent } from '@square/web-payments-sdk-types';
import { useEffect, useEffectEvent, useRef } from 'react';
import { LOOK } from './use-card-field.ts';

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
