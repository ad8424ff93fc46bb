import { MOST_UNDELIVERED, type UndeliveredEmail } from '#contract/admin-orders.ts';
import { counted } from '#contract/words/counted.ts';
import { EMAIL_NAMES } from '#contract/words/stored-values.ts';
import { Notice } from '../../ui/notice.tsx';
import { instantText } from '../instant-text.ts';
import { OrderLink } from './order-link.tsx';

/** More would push the orders off the screen. */
const MOST_OPEN = 3;

/** Emails that didn't arrive, each with its order, in which staff correct the address. */
export function UndeliveredEmails({ emails }: { emails: readonly UndeliveredEmail[] }) {
  const count = counted(emails.length, 'email wasn’t delivered', 'emails weren’t delivered');
  const list = (
    <ul className="mt-2 divide-y divide-line">
      {emails.map((one) => (
        <Email key={one.id} one={one} />
      ))}
    </ul>
  );
  return (
    <Notice
      tone="warn"
      className="mb-4"
      title={emails.length < MOST_UNDELIVERED ? count : `At least ${count}`}
    >
      Correct the address in the order: the order’s email, or the attendee’s. If it is right, resend the
      confirmation below, or the ticket under Registrations.
      {emails.length > MOST_OPEN ? (
        <details>
          <summary className="min-h-11 content-center rounded-chip px-1 font-semibold text-accent">
            Show the emails
          </summary>
          {list}
        </details>
      ) : (
        list
      )}
    </Notice>
  );
}

function Email({ one }: { one: UndeliveredEmail }) {
  return (
    <li className="py-3 wrap-anywhere">
      <strong>{EMAIL_NAMES[one.kind]}</strong> to {one.recipient}
      {one.reason && <span className="block">{one.reason}</span>}
      <span className="block text-sm">
        <OrderLink id={one.orderId} />
        {` · ${one.buyer} · ${instantText(one.failedAt)}`}
      </span>
    </li>
  );
}
