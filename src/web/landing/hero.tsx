import { event } from '#content/event.ts';
import { headline, hero, intro, registerButton, registration } from '#content/landing-texts.ts';
import { texts } from '#content/texts.ts';
import { paths } from '#contract/paths.ts';
import { formatDay, formatTime } from '#domain/calendar.ts';
import { countdownTo } from '#domain/event-phase.ts';
import { formatUsd } from '#domain/money.ts';
import { savesEarly } from '#domain/packages.ts';
import { mapUrl } from '#domain/venue.ts';
import { HeroArt } from '../art/hero-art.tsx';
import { now } from '../clock.ts';
import { refusalLabel } from '../register/offers.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { cx } from '../ui/cx.ts';
import { useSale } from '../use-sale.ts';
import { HappeningNow } from './happening-now.tsx';
import { HeroPictures } from './hero-pictures.tsx';
import { useCheapest } from './landing-data.tsx';
import { NewsletterIsland } from './newsletter-section.tsx';

const { venue } = event;

/** The first view: what, when, where, and the main action. */
export function Hero() {
  const { isOver } = useSale();
  return (
    <section id="hero" aria-labelledby="hero-title" className="on-ink relative overflow-hidden bg-ink">
      <div className="wrap grid gap-x-[clamp(2rem,5vw,5rem)] lg:grid-cols-[7fr_5fr]">
        <WhenAndWhere />
        <div className="relative z-10 lg:pb-40">{isOver ? <Concluded /> : <Invitation />}</div>
        {isOver ? <HeroPictures /> : <HeroHorizon />}
      </div>
    </section>
  );
}

function WhenAndWhere() {
  return (
    <p className="eyebrow pt-6 pb-4 text-md sm:pt-12 lg:col-span-2">
      <time dateTime={event.day}>{formatDay(event.day, 'weekday')}</time>
      <span className="block">
        {venue.name}, {venue.city}
      </span>
    </p>
  );
}

function Invitation() {
  const { phase, isClosed, isOnToday } = useSale();
  return (
    <>
      <h1 id="hero-title" className={isClosed || isOnToday ? 'text-3xl lg:text-4xl' : 'text-hero'}>
        {headline}
      </h1>
      {!isOnToday && <p className="mt-5 max-w-xl text-lg text-fg-2">{intro}</p>}
      {isOnToday ? <EventDay /> : !isClosed && <Offer />}
      {phase !== 'under_way' && <Countdown />}
      {isClosed && <NotSelling />}
    </>
  );
}

/** For visitors on their way: the current item, their ticket and the hall, with a link to register. */
function EventDay() {
  const { isClosed } = useSale();
  const { refusal } = useCheapest();
  return (
    <>
      <HappeningNow />
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink href={paths.lastConfirmation} variant="beacon" size="lg">
          {hero.openTicket}
        </ButtonLink>
        <ButtonLink href={mapUrl(event)} variant="secondary" size="lg" rel="noreferrer">
          {hero.findHall}
        </ButtonLink>
      </div>
      {!isClosed && (
        <p className="mt-4 flex flex-wrap items-center gap-x-4 text-md text-fg-2">
          {!refusal && (
            <a href="#registration" className="link inline-flex min-h-11 items-center font-semibold">
              {registerButton()}
            </a>
          )}
          <span>
            <PriceOrRefusal />
          </span>
        </p>
      )}
    </>
  );
}

function Offer() {
  const { refusal } = useCheapest();
  return (
    <>
      <div className="mt-7 flex flex-wrap gap-3">
        {refusal ? (
          <ButtonLink href="#newsletter" variant="beacon" size="lg">
            {refusal === 'sold_out' ? registration.tellMe : registration.getUpdates}
          </ButtonLink>
        ) : (
          <ButtonLink href="#registration" variant="beacon" size="lg" className="max-w-full max-sm:px-4">
            {registerButton()}
          </ButtonLink>
        )}
        <ButtonLink href="#agenda" variant="secondary" size="lg" className="max-sm:hidden">
          {hero.seeAgenda}
        </ButtonLink>
      </div>
      <p className="mt-4 text-md text-fg-2">
        <PriceOrRefusal />
      </p>
    </>
  );
}

function PriceOrRefusal() {
  const { offer, refusal } = useCheapest();
  if (refusal) return <strong className="text-fg">{refusalLabel(refusal)}</strong>;
  const isEarlyBird = offer.pricing === 'early_bird' && savesEarly(offer.package);
  return (
    <>
      {isEarlyBird ? hero.earlyBirdFrom : hero.priceFrom}{' '}
      <strong className="text-fg">{formatUsd(offer.price, 'whole')}</strong>
      {hero.included}
    </>
  );
}

/** Closed only by the build: the event is still to come. */
function NotSelling() {
  return (
    <>
      <p className="mt-7 mb-4 text-lg font-semibold">{texts.closed.title}</p>
      <NewsletterIsland source="hero" />
    </>
  );
}

/** `follow-time.ts` keeps it counting with as many digits, so nothing shifts. Not announced: the date is next to it. */
function Countdown() {
  const startsAt = new Date(event.startsAt);
  const { days, hours, minutes, seconds } = countdownTo(startsAt, now());
  const parts = [
    ['days', days],
    ['hours', hours],
    ['min', minutes],
    ['sec', seconds],
  ] as const;
  return (
    <div className="mt-8 flex flex-wrap items-end gap-x-5 gap-y-3 lg:mt-10">
      <div
        role="timer"
        aria-label={hero.countdown}
        className="flex flex-wrap gap-2 sm:gap-3 max-sm:w-full max-sm:*:min-w-14 max-sm:*:flex-1 max-sm:*:px-1"
      >
        {parts.map(([unit, value]) => (
          <div
            key={unit}
            className={cx(
              'flex min-w-[4.5rem] flex-col items-center rounded-button border border-transparent bg-surface px-3 py-3 sm:min-w-[5.75rem]',
              // For readers who prefer reduced motion.
              unit === 'sec' && 'motion-reduce:hidden',
            )}
          >
            <span className="font-display text-2xl leading-none font-[680] even-figures sm:text-[2.125rem] sm:leading-none">
              {String(value).padStart(2, '0')}
            </span>
            <span className="mt-1.5 text-sm text-fg-3 on-ink:text-fg-2">{unit}</span>
          </div>
        ))}
      </div>
      <p className="text-md text-fg-2">
        {hero.starts}{' '}
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

function Concluded() {
  return (
    <>
      <h1 id="hero-title" className="text-hero">
        {texts.concluded.title}
      </h1>
      <p className="mt-5 mb-8 max-w-xl text-lg text-fg-2">{texts.concluded.text}</p>
      <NewsletterIsland source="hero" />
    </>
  );
}

/** The hero's art, level with the headline. On wide screens, its water extends to both edges of the window. */
function HeroHorizon() {
  return (
    <div className="relative -mx-[clamp(20px,5vw,48px)] mt-6 lg:mx-0 lg:mt-0">
      {/* The headline's capitals start slightly below the top of its box. */}
      <div className="lg:absolute lg:inset-x-0 lg:top-2.5 lg:bottom-0">
        <HeroArt className="h-[20vh] max-h-[30rem] min-h-[42vw] w-full max-lg:overflow-hidden max-lg:rounded-none md:h-[52vh] md:max-h-[34rem] lg:h-full lg:max-h-none lg:min-h-0" />
      </div>
    </div>
  );
}
