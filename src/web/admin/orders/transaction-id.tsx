import { useState } from 'react';
import type { AdminOrder } from '#contract/admin-orders.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Tooltip } from '../../ui/tooltip.tsx';

const BEGIN = 4;
const END = 5;

/** The order's number, and below it its key, shortened in the middle: shown in full on hover, and copied on click. */
export function TransactionId({ order }: { order: AdminOrder }) {
  const { transactionId: id } = order;
  const [isCopied, setCopied] = useState(false);
  return (
    <span className="flex whitespace-nowrap max-lg:items-center max-lg:gap-2 lg:flex-col lg:items-start">
      <span>{order.registrationNumber}</span>
      <Tooltip text={isCopied ? 'Copied' : id}>
        <button
          type="button"
          aria-label={`Copy the transaction ID ${id}${isCopied ? ': copied' : ''}`}
          onClick={() => void copyText(id, () => setCopied(true))}
          onBlur={() => setCopied(false)}
          className="code min-h-6 rounded-chip lg:-my-0.5 text-sm/tight text-fg-2 hover:text-fg hover:underline"
        >
          {id.length > BEGIN + END ? `${id.slice(0, BEGIN)}…${id.slice(-END)}` : id}
        </button>
      </Tooltip>
    </span>
  );
}
