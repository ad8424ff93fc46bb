import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { event } from '#content/event.ts';
import { landingTexts } from '#content/landing-texts.ts';
import { speakers as fallbackSpeakers, speakersAnnouncedBy } from '#content/speakers.ts';
import { mysteryWords } from '#contract/words/speakers.ts';
import { dayIn } from '#domain/calendar.ts';
import type { SpeakerMarker } from '#domain/program.ts';
import { ArcPortrait } from '../art/arc-portrait.tsx';
import { now } from '../clock.ts';
import { useSale } from '../sale.ts';
import { cx } from '../ui/cx.ts';
import { type LandingData, useLanding } from './landing-data.tsx';
import { Picture } from './picture.tsx';

/**
 * The server's speakers; those of the content where it has none or could not be asked. After the event nobody is
 * still to be announced.
 */
export function Speakers() {
  const { isOver } = useSale();
  const speakers = speakersOf(useLanding()).filter(({ marker }) => !isOver || marker !== 'mystery');
  return (
    <section
      id="speakers"
      data-view="speakers"
      aria-labelledby="speakers-title"
      className="section-y bg-surface"
    >
      <div className="wrap">
        <h2 id="speakers-title">{landingTexts.speakers.title}</h2>
        <p className="mt-3 max-w-copy text-lg text-fg-2">
          {isOver ? landingTexts.speakers.introAfter : landingTexts.speakers.intro}
        </p>
        <ul className="mt-10 grid grid-cols-[repeat(auto-fill,minmax(8.75rem,1fr))] gap-x-4 gap-y-10 sm:gap-x-8 md:grid-cols-3 md:gap-y-14 lg:gap-x-14">
          {speakers.map((speaker, index) => (
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

const rings = ['bg-foam', 'bg-lilac', 'bg-dawn/45', 'bg-lilac', 'bg-dawn/45', 'bg-foam'] as const;

function ringOf(index: number): string {
  return rings[index % rings.length] ?? rings[0];
}

function Tile({ speaker, ring }: { speaker: Speaker; ring: string }) {
  const { bio } = speaker;
  if (!bio) {
    return (
      <article>
        <Face speaker={speaker} ring={ring} />
      </article>
    );
  }
  return (
    <article>
      <details className="group/bio">
        <summary className="list-none rounded-chip outline-offset-6 [&::-webkit-details-marker]:hidden">
          <Face speaker={speaker} ring={ring}>
            <span
              aria-hidden="true"
              className="absolute right-2 bottom-2 grid size-8 place-items-center rounded-full border border-line bg-white text-harbour transition-[rotate,background-color,color] group-open/bio:rotate-45 group-hover/bio:bg-harbour group-hover/bio:text-white sm:right-3 sm:bottom-3 sm:size-9"
            >
              <Plus className="size-5" strokeWidth={2.4} />
            </span>
          </Face>
        </summary>
        <p className="mt-3 text-md text-fg-2">{bio}</p>
      </details>
    </article>
  );
}

function Face({ speaker, ring, children }: { speaker: Speaker; ring: string; children?: ReactNode }) {
  const { name, title, marker } = speaker;
  return (
    <>
      <Arch ring={ring}>
        <Portrait speaker={speaker} />
        {marker && marker !== 'mystery' && (
          <span className="absolute bottom-2 left-2 rounded-chip bg-ink px-2.5 py-1 text-sm leading-tight font-semibold tracking-wide text-white sm:bottom-3 sm:left-3">
            {landingTexts.speakers.markers[marker]}
          </span>
        )}
        {children}
      </Arch>
      <h3 className="mt-4">{name}</h3>
      {title && <span className="mt-1 block text-md text-fg-2">{title}</span>}
    </>
  );
}

function Portrait({ speaker: { name, imageUrl } }: { speaker: Speaker }) {
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
  return (
    <Picture
      picture={picture}
      alt=""
      sizes="(min-width: 1250px) 320px, (min-width: 48rem) 28vw, 44vw"
      className={className}
    />
  );
}

/** Somebody who is not announced yet: neither the name nor a picture that could be recognized is in the tile. */
function Mystery({ ring }: { ring: string }) {
  const today = dayIn(event.zone, now());
  return (
    <article>
      <Arch ring={ring}>
        <ArcPortrait seed="mystery" className="block size-full scale-110 blur-lg" />
      </Arch>
      <h3 className="mt-4">{mysteryWords(speakersAnnouncedBy, today)}</h3>
    </article>
  );
}

/** A portrait under two concentric arcs; what else it holds lies on its lower edge. */
function Arch({ ring, children }: { ring: string; children: ReactNode }) {
  return (
    <span className={cx('relative block rounded-t-full p-[5%] pb-0', ring)}>
      <span className="block aspect-square overflow-hidden rounded-t-full">{children}</span>
    </span>
  );
}
