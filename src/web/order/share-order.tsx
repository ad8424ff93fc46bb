import { Share2 } from 'lucide-react';
import { orderTexts } from '#content/order-texts.ts';
import type { Order } from '#contract/orders.ts';
import { paths } from '#contract/paths.ts';
import { boot } from '../boot.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { useShare } from './use-share.ts';

/** Two links that must not be confused: the event's is public, the order's is private. */
export function ShareOrder({ order }: { order: Order }) {
  const eventLink = new URL(paths.home, boot.publicUrl).href;
  const privateLink = new URL(paths.confirmation(order.transactionId), boot.publicUrl).href;
  const { share, hasFailed } = useShare({ text: orderTexts.share, url: eventLink });
  return (
    <Card className="flex flex-col gap-5 print:hidden">
      <div>
        <h2 className="text-xl">Tell others</h2>
        <p className="mt-2 mb-3 text-md text-fg-2">Share the event's page. Your order stays private.</p>
        {share ? (
          <div className="flex flex-wrap items-center gap-3">
            <Button variant="secondary" onClick={share}>
              <Share2 aria-hidden="true" />
              Share the event
            </Button>
            {hasFailed && <CopyButton value={eventLink} label="Sharing failed. Copy the link" />}
          </div>
        ) : (
          <CopyButton value={eventLink} label="Copy the event's link" />
        )}
      </div>
      <div className="border-t border-line pt-5">
        <h3>Keep your private link</h3>
        <p className="mt-2 mb-3 text-md text-fg-2">
          Anyone who has it can see your order and its tickets, and can name your seats. Send it only to
          people you trust.
        </p>
        <CopyButton value={privateLink} label="Copy my private link" />
      </div>
    </Card>
  );
}
