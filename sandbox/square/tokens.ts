import { newId } from '#sandbox/new-id.ts';
import { type CardOutcome, testTokens } from './cards.ts';
import { invalid, notFound } from './refusal.ts';
import type { CardToken, SquareCard, State, WireMoney } from './state.ts';

const validForMs = 24 * 3600 * 1000;

/** A token from the browser's form: valid for one payment within a day. */
export function makeToken(state: State, made: Omit<CardToken, 'createdAt' | 'isUsed'>): string {
  const token = newId('cnon:', 32);
  state.tokens.put(token, { ...made, createdAt: state.now() });
  return token;
}

export interface ChargeableCard {
  readonly card: SquareCard;
  readonly outcome: CardOutcome;
  readonly verified?: WireMoney;
}

/** Finds a token's card and spends the token, even if the charge is then declined. */
export function spendToken(state: State, sourceId: string): ChargeableCard {
  const test = Object.hasOwn(testTokens, sourceId) ? testTokens[sourceId] : undefined;
  if (test) return { card: cardOfTestTokens, outcome: test };
  const token = state.tokens.get(sourceId);
  if (!token) throw notFound('Card nonce not found', 'source_id');
  if (token.isUsed) throw invalid('CARD_TOKEN_USED', 'Card nonce already used', 'source_id');
  if (token.createdAt + validForMs <= state.now())
    throw invalid('CARD_TOKEN_EXPIRED', 'Card nonce expired', 'source_id');
  state.tokens.put(sourceId, { ...token, isUsed: true });
  return token;
}

const cardOfTestTokens: SquareCard = {
  brand: 'VISA',
  last4: '1111',
  expMonth: 12,
  expYear: 2034,
  postalCode: '94103',
};
