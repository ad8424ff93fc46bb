import { OFFER_WORDS } from '#contract/words/quotes.ts';
import type { Offer } from '#domain/offer.ts';
import type { EventType, Package, PackageSize } from '#domain/packages.ts';
import { Badge } from '../ui/badge.tsx';
import { CheckMark } from '../ui/check-mark.tsx';
import { cx } from '../ui/cx.ts';
import { Fieldset } from '../ui/fieldset.tsx';
import { radioClass } from '../ui/radio-cards.tsx';
import { useSale } from '../use-sale.ts';
import { offeredPackages } from './form-values.ts';
import { offerNow } from './offers.ts';
import { PackagePrice } from './package-price.tsx';
import type { CapacityDays } from './seat-figures.ts';

export function PackageChoice({
  days,
  eventType,
  value,
  onChoose,
}: {
  days: CapacityDays;
  eventType: EventType;
  value: PackageSize;
  onChoose: (size: PackageSize) => void;
}) {
  return (
    <Fieldset legend="Choose your package">
      <div className="mt-3 flex flex-col gap-4">
        {offeredPackages(eventType).map((one) => (
          <PackageTicket
            key={one.size}
            package={one}
            days={days}
            isChosen={one.size === value}
            onChoose={() => onChoose(one.size)}
          />
        ))}
      </div>
    </Fieldset>
  );
}

/** A package as a ticket: what it includes on the body, its price on the stub. */
function PackageTicket({
  package: one,
  days,
  isChosen: isWanted,
  onChoose,
}: {
  package: Package;
  days: CapacityDays;
  isChosen: boolean;
  onChoose: () => void;
}) {
  // Rerenders when the time changes an offer.
  useSale();
  const offer = offerNow(one, days);
  const refusal = offer.refusal && OFFER_WORDS[offer.refusal];
  // What can't be bought isn't shown as chosen.
  const isChosen = isWanted && refusal === null;
  const id = `package-${one.eventType}-${one.size}`;
  return (
    <label
      className={cx(
        'relative block rounded-card border-2 bg-surface shadow-card transition-colors sm:grid sm:grid-cols-[minmax(0,1fr)_9.75rem]',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
        isChosen ? 'border-accent' : 'border-input',
        refusal ? 'text-fg-2' : !isChosen && 'hover:border-accent',
      )}
    >
      <span className="flex gap-3.5 p-5 sm:pr-6">
        <input
          type="radio"
          name="size"
          // Browsers would restore it after Back, by the order of packages that the server's page may not list.
          autoComplete="off"
          value={one.size}
          checked={isChosen}
          disabled={refusal !== null}
          onChange={onChoose}
          // Also if it is already chosen, which opens the form on phones.
          onClick={onChoose}
          aria-labelledby={`${id}-name ${id}-price`}
          aria-describedby={`${id}-about`}
          className={radioClass}
        />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
            <span id={`${id}-name`} className="font-display text-lg leading-tight font-[680] tracking-tight">
              {one.name}
            </span>
            {one.mostPopular && !refusal && <Badge className="bg-lilac! text-ink!">MOST POPULAR</Badge>}
          </span>
          <span id={`${id}-about`} className="mt-1 block text-md text-fg-2">
            {one.description}
            {refusal && <span className="mt-1 block font-semibold text-error">{refusal}</span>}
          </span>
          <span className="mt-3 block text-dense text-fg-2 [#registration_&]:max-sm:hidden">
            {one.includes.map((item) => (
              <span key={item} className="flex gap-2 py-0.5">
                <CheckMark />
                {item}
              </span>
            ))}
          </span>
        </span>
      </span>
      <PriceStub offer={offer} id={`${id}-price`} isChosen={isChosen} />
    </label>
  );
}

function PriceStub({ offer, id, isChosen }: { offer: Offer; id: string; isChosen: boolean }) {
  return (
    <span
      className={cx(
        'relative flex flex-wrap items-center gap-x-3 gap-y-1 border-t-2 border-dashed border-line px-5 py-2.5 sm:py-4',
        'sm:flex-col sm:items-start sm:justify-center sm:border-t-0 sm:border-l-2',
        isChosen && 'bg-sunken/60 max-sm:rounded-b-[18px] sm:rounded-r-[18px]',
      )}
    >
      <Hole side="first" isChosen={isChosen} />
      <Hole side="second" isChosen={isChosen} />
      <PackagePrice offer={offer} id={id} />
    </span>
  );
}

/** Half a hole at one end of the tear line: a disc in the page's color over the card's edge. */
function Hole({ side, isChosen }: { side: 'first' | 'second'; isChosen: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'absolute size-5 rounded-full border-2 bg-page',
        isChosen ? 'border-accent' : 'border-input',
        side === 'first'
          ? '-top-[11px] -left-[12px] [clip-path:inset(0_0_0_50%)] sm:-top-3 sm:-left-[11px] sm:[clip-path:inset(50%_0_0_0)]'
          : '-top-[11px] -right-[12px] [clip-path:inset(0_50%_0_0)] sm:top-auto sm:right-auto sm:-bottom-3 sm:-left-[11px] sm:[clip-path:inset(0_0_50%_0)]',
      )}
    />
  );
}
