import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { event } from '#content/event.ts';
import * as landingTexts from '#content/landing-texts.ts';
import { schedule } from '#content/schedule.ts';
import { speakers as fallbackSpeakers, speakersAnnouncedBy } from '#content/speakers.ts';
import { mysteryWords } from '#contract/words/speakers.ts';
import { dayIn } from '#domain/calendar.ts';
import type { ScheduleItem, SpeakerMarker } from '#domain/program.ts';
import { ArcPortrait } from '../art/arc-portrait.tsx';
import { now } from '../clock.ts';
import { clockSpan } from '../clock-time.ts';
import { cx } from '../ui/cx.ts';
import { useSale } from '../use-sale.ts';
import { type LandingData, useLanding } from './landing-data.tsx';
import { Picture } from './picture.tsx';

/**
 * The keynotes, large and with their sessions; then everybody else. Falls back to the content's speakers if the server
 * has none or can't be reached. After the event, nobody remains to be announced.
 */
export function Speakers() {
  const { isOver } = useSale();
  const speakers = speakersOf(useLanding()).filter(({ marker }) => !isOver || marker !== 'mystery');
  const isKeynote = ({ marker }: Speaker) => marker === 'keynote';
  return (
    <section
      id="speakers"
      data-view="speakers_view"
      aria-labelledby="speakers-title"
      className="section-y bg-surface"
    >
      <div className="wrap">
        <h2 id="speakers-title">{landingTexts.speakers.title}</h2>
        <p className="mt-3 max-w-copy text-fg-2 sm:text-lg">
          {isOver ? landingTexts.speakers.introAfter : landingTexts.speakers.intro}
        </p>
        <ul className="snap-row mt-4 gap-6 [--snap-item:55%] sm:mt-10 sm:grid sm:grid-cols-2 lg:gap-x-14 lg:gap-y-10">
          {speakers.filter(isKeynote).map((speaker, index) => (
            <li key={speaker.name} className="min-w-0">
              <Tile speaker={speaker} ring={ringOf(index)} />
            </li>
          ))}
        </ul>
        <ul className="mt-6 grid gap-x-4 gap-y-3 sm:mt-12 sm:grid-cols-3 sm:gap-x-8 lg:grid-cols-5">
          {speakers
            .filter((one) => !isKeynote(one))
            .map((speaker, index) => (
              <li key={speaker.marker === 'mystery' ? `mystery-${index}` : speaker.name} className="min-w-0">
                {speaker.marker === 'mystery' ? (
                  <Mystery ring={ringOf(index)} />
                ) : (
                  <Tile speaker={speaker} ring={ringOf(index)} />
                )}
              </li>
            ))}
        </ul>
      </div>
    </section>
  );
}

interface Speaker {
  readonly name: string;
  readonly title: string | null;
  readonly bio: string | null;
  readonly imageUrl: string | null;
  readonly marker: SpeakerMarker | null;
}

function speakersOf({ speakers }: LandingData): readonly Speaker[] {
  if (speakers && speakers.length > 0) return speakers;
  return fallbackSpeakers.map(({ role, image, ...speaker }) => ({
    ...speaker,
    title: role,
    imageUrl: image,
  }));
}

const rings = ['bg-foam', 'bg-lilac', 'bg-dawn/45', 'bg-lilac', 'bg-dawn/45', 'bg-foam'];

function ringOf(index: number): string {
  return rings[index % rings.length]!;
}

function Tile({ speaker, ring }: { speaker: Speaker; ring: string }) {
  return (
    <article>
      {speaker.bio ? (
        <details className="group/bio">
          <summary className="list-none rounded-chip outline-offset-6 [&::-webkit-details-marker]:hidden">
            <Face speaker={speaker} ring={ring}>
              <span
                aria-hidden="true"
                className={cx(
                  'absolute grid size-7 place-items-center rounded-full border border-line bg-white text-harbor transition-[rotate,background-color,color] group-open/bio:rotate-45 group-hover/bio:bg-harbor group-hover/bio:text-white sm:right-2 sm:bottom-2',
                  speaker.marker === 'keynote' ? 'right-2 bottom-2' : 'right-0 bottom-0',
                )}
              >
                <Plus className="size-4" strokeWidth={2.4} />
              </span>
            </Face>
          </summary>
          <p className="mt-3 text-md whitespace-pre-line text-fg-2">{speaker.bio}</p>
        </details>
      ) : (
        <Face speaker={speaker} ring={ring} />
      )}
    </article>
  );
}

/** A keynote's portrait is above the text on phones and beside it elsewhere; for the others it is the reverse. */
function Face({ speaker, ring, children }: { speaker: Speaker; ring: string; children?: ReactNode }) {
  const { name, title, marker } = speaker;
  const isKeynote = marker === 'keynote';
  const session = schedule.items.find((item) => item.speaker === name);
  const badge = marker && marker !== 'mystery' && (
    <span className="inline-block rounded-chip bg-ink px-2 py-0.5 text-sm leading-tight font-semibold tracking-wide text-white">
      {landingTexts.speakers.markers[marker]}
    </span>
  );
  return (
    <div
      className={
        isKeynote
          ? 'sm:grid sm:grid-cols-2 sm:items-center sm:gap-6'
          : 'grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-3 sm:block'
      }
    >
      <Arch ring={ring}>
        <Portrait speaker={speaker} sizes={isKeynote ? '(min-width: 40rem) 260px, 55vw' : '210px'} />
        {children}
      </Arch>
      <div className={isKeynote ? 'mt-4 sm:mt-0' : 'sm:mt-4'}>
        {isKeynote && badge && <span className="mb-2 block">{badge}</span>}
        <h3 className={isKeynote ? 'sm:text-xl' : 'max-sm:text-dense'}>{name}</h3>
        {title && (
          <span className={cx('mt-1 block text-fg-2', isKeynote ? 'text-md' : 'text-dense')}>{title}</span>
        )}
        {/* Above the name, it would push one name of a row below the others. */}
        {!isKeynote && badge && <span className="mt-1.5 block">{badge}</span>}
        {isKeynote && session && <Session {...session} />}
      </div>
    </div>
  );
}

function Session({ from, to, title }: ScheduleItem) {
  return (
    <span className="mt-2 block text-md">
      <time dateTime={from} className="font-semibold text-accent">
        {clockSpan(from, to)}
      </time>{' '}
      {title}
    </span>
  );
}

function Portrait({ speaker: { name, imageUrl }, sizes }: { speaker: Speaker; sizes: string }) {
  const picture = useLanding().pictures.speakers[name];
  const className = 'block size-full object-cover';
  if (imageUrl) {
    return (
      <img
        loading="lazy"
        decoding="async"
        width="400"
        height="400"
        src={imageUrl}
        alt=""
        className={className}
      />
    );
  }
  if (!picture) return <ArcPortrait seed={name} className={className} />;
  return <Picture picture={picture} alt="" sizes={sizes} className={className} />;
}

/** An unannounced speaker: the tile has no name and no recognizable picture. */
function Mystery({ ring }: { ring: string }) {
  const today = dayIn(event.zone, now());
  return (
    <article className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-3 sm:block">
      <Arch ring={ring}>
        <ArcPortrait seed="mystery" className="block size-full [scale:1.1] [filter:blur(16px)]" />
      </Arch>
      <h3 className="max-sm:text-md sm:mt-4">{mysteryWords(speakersAnnouncedBy, today)}</h3>
    </article>
  );
}

/** A portrait under two concentric arcs; its children are at the bottom edge. */
function Arch({ ring, children }: { ring: string; children: ReactNode }) {
  return (
    <span className={cx('relative block rounded-t-full p-[5%] pb-0', ring)}>
      <span className="block aspect-square overflow-hidden rounded-t-full">{children}</span>
    </span>
  );
}
