import { WalletCards } from 'lucide-react';
import type { Order, Registration } from '#contract/orders.ts';
import { paths } from '#contract/paths.ts';
import { ADD_TO_WALLET } from '#contract/words/wallets.ts';
import { fullName } from '#domain/attendee.ts';
import { walletsFor } from '#domain/wallets.ts';
import { boot } from '../boot.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { isEventPast } from './is-event-past.ts';

/**
 * A button for each offered wallet that this device supports. Plain links, because iPhones accept passes only from
 * those.
 */
export function AddToWallet({ order, registration }: { order: Order; registration: Registration }) {
  if (!registration.qrCodeData || isEventPast()) return null;
  const wallets = walletsFor(navigator.userAgent, boot.wallets);
  return (
    <>
      {wallets.map((wallet) => (
        <ButtonLink
          key={wallet}
          variant="secondary"
          href={paths.addToWallet(wallet, order.transactionId, registration.id)}
          rel="noreferrer"
        >
          <WalletCards aria-hidden="true" />
          {ADD_TO_WALLET[wallet]}
          <span className="sr-only">: ticket of {fullName(registration)}</span>
        </ButtonLink>
      ))}
    </>
  );
}
