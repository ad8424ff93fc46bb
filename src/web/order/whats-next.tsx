import { orderTexts } from '#content/order-texts.ts';
import { texts } from '#content/texts.ts';
import { Card } from '../ui/card.tsx';
import { isEventPast } from './is-event-past.ts';

/** What to expect and do until the doors open; afterward, a word of thanks. */
export function WhatsNext() {
  if (isEventPast()) {
    return (
      <Card className="print:hidden">
        <h2 className="text-xl">{texts.concluded.title}</h2>
        <p className="mt-3 text-md text-fg-2">{texts.concluded.text}</p>
      </Card>
    );
  }
  return (
    <Card className="print:hidden">
      <h2 className="text-xl">What's Next</h2>
      <ol className="mt-4 flex flex-col gap-4">
        {orderTexts.whatsNext.map(({ title, text }, index) => (
          <li key={title} className="flex gap-4 text-md">
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-full bg-foam font-display font-[680] text-harbor"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="font-sans text-md font-semibold tracking-normal">{title}</h3>
              <p className="text-fg-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
