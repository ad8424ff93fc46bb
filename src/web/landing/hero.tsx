import { event } from '#content/event.ts';
import { landingTexts } from '#content/landing-texts.ts';
import { texts } from '#content/texts.ts';
import { formatDay, formatTime } from '#domain/calendar.ts';
import { countdownTo } from '#domain/event-phase.ts';
import { formatUsd } from '#domain/money.ts';
import type { Sale } from '#domain/offer.ts';
import { now } from '../clock.ts';
import { cheapestOf, offersOf } from '../register/offers.ts';
import { useSale } from '../sale.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { CountdownTiles } from '../ui/countdown-tiles.tsx';
import { cx } from '../ui/cx.ts';
import { HeroHorizon } from './hero-horizon.tsx';
import { useLanding } from './landing-data.tsx';
import { NewsletterIsland } from './newsletter-section.tsx';

const { venue } = event;

/** The first view: what, when, where and the one thing to do about it. */
export function Hero() {
  const standing = useSale();
  return (
    <section id="hero" aria-labelledby="hero-title" className="on-ink relative overflow-hidden bg-ink">
      <div className="wrap grid gap-x-[clamp(2rem,5vw,5rem)] gap-y-10 lg:grid-cols-[7fr_5fr]">
        <div className="relative z-10 pt-6 sm:pt-12 lg:self-center lg:pb-40">
          {standing.isOver ? <Concluded /> : <Invitation standing={standing} />}
        </div>
        <HeroHorizon className="-mx-[clamp(20px,5vw,48px)] lg:mx-0 lg:mt-12" />
      </div>
    </section>
  );
}

function Invitation({ standing }: { standing: Sale }) {
  return (
    <>
      <WhenAndWhere />
      <h1 id="hero-title" className={cx('mt-4', standing.isClosed ? 'text-3xl lg:text-4xl' : 'text-hero')}>
        {landingTexts.headline}
      </h1>
      <p className="mt-5 max-w-xl text-lg text-fg-2">{landingTexts.intro}</p>
      {!standing.isClosed && <Offer isEarlyBird={standing.pricing === 'early_bird'} />}
      <div className="mt-8 lg:mt-10">{standing.phase === 'under_way' ? <UnderWay /> : <Countdown />}</div>
      {standing.isClosed && <NotSelling />}
    </>
  );
}

function WhenAndWhere() {
  return (
    <p className="eyebrow text-md">
      <time dateTime={event.day}>{formatDay(event.day, 'weekday')}</time>
      <span className="block">
        {venue.name}, {venue.city}
      </span>
    </p>
  );
}

function Offer({ isEarlyBird }: { isEarlyBird: boolean }) {
  const { price, refusal } = cheapestOf(offersOf(useLanding().capacity));
  const words = isEarlyBird ? landingTexts.hero.earlyBirdFrom : landingTexts.hero.priceFrom;
  return (
    <>
      <div className="mt-7 flex flex-wrap gap-3">
        {refusal ? (
          <ButtonLink href="#newsletter" variant="beacon" size="lg">
            {landingTexts.hero.getUpdates}
          </ButtonLink>
        ) : (
          <ButtonLink href="#registration" variant="beacon" size="lg" className="max-w-full max-sm:px-4">
            {landingTexts.registerButton}
          </ButtonLink>
        )}
        <ButtonLink href="#agenda" variant="secondary" size="lg" className="max-sm:hidden">
          {landingTexts.hero.seeAgenda}
        </ButtonLink>
      </div>
      <p className="mt-4 text-md text-fg-2">
        {price === null ? (
          <strong className="text-fg">{refusal}</strong>
        ) : (
          <>
            {words} <strong className="text-fg">{formatUsd(price, 'whole')}</strong>
            {landingTexts.hero.included}
          </>
        )}
      </p>
    </>
  );
}

/** Closed by the build alone: the event is still to come. */
function NotSelling() {
  return (
    <>
      <p className="mt-7 mb-4 text-lg font-semibold">{texts.closed.title}</p>
      <NewsletterIsland source="hero" variant="hero" />
    </>
  );
}

function Countdown() {
  const at = now();
  const startsAt = new Date(event.startsAt);
  const left = countdownTo(startsAt, at);
  const two = (value: number) => String(value).padStart(2, '0');
  return (
    <div className="flex flex-wrap items-end gap-x-5 gap-y-3">
      <CountdownTiles
        label={landingTexts.hero.countdown}
        className="max-sm:w-full max-sm:*:min-w-14 max-sm:*:flex-1 max-sm:*:px-1"
        parts={[
          { value: two(left.days), unit: 'days' },
          { value: two(left.hours), unit: 'hours' },
          { value: two(left.minutes), unit: 'min' },
          { value: two(left.seconds), unit: 'sec', restless: true },
        ]}
      />
      <p className="text-md text-fg-2">
        {landingTexts.hero.starts}{' '}
        <time dateTime={event.startsAt}>
          {formatDay(event.day, 'short')},{' '}
          <span className="whitespace-nowrap xl:block">
            {formatTime(event.zone, startsAt)} in {venue.city}
          </span>
        </time>
      </p>
    </div>
  );
}

function UnderWay() {
  const end = new Date(event.endsAt);
  return (
    <p className="inline-flex items-center gap-4 rounded-button bg-surface py-3 pr-5 pl-4">
      <span aria-hidden="true" className="relative grid size-8 shrink-0 place-items-center">
        <span className="absolute size-8 rounded-full border-2 border-beacon/40" />
        <span className="absolute size-5 rounded-full border-2 border-beacon/70" />
        <span className="size-2.5 rounded-full bg-beacon" />
      </span>
      <span>
        <strong className="block font-display text-lg leading-tight font-[680] tracking-tight">
          {texts.underWay}
        </strong>
        <span className="text-md text-fg-2">
          {landingTexts.hero.underWayUntil} <time dateTime={event.endsAt}>{formatTime(event.zone, end)}</time>
          .
        </span>
      </span>
    </p>
  );
}

function Concluded() {
  return (
    <>
      <WhenAndWhere />
      <h1 id="hero-title" className="mt-4 text-hero">
        {texts.concluded.title}
      </h1>
      <p className="mt-5 mb-8 max-w-xl text-lg text-fg-2">{texts.concluded.text}</p>
      <NewsletterIsland source="hero" variant="hero" />
    </>
  );
}
