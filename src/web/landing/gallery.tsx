import { gallery } from '#content/gallery.ts';
import * as landingTexts from '#content/landing-texts.ts';
import type { GalleryPicture } from '#domain/program.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { cx } from '../ui/cx.ts';
import { useSale } from '../use-sale.ts';
import { useLanding } from './landing-data.tsx';
import { Picture } from './picture.tsx';
import { SnapRow } from './snap-row.tsx';

/** One large picture and nine small ones. */
export function Gallery() {
  const { isOver } = useSale();
  const newsletterForm = isOver ? '#newsletter-signup-hero' : '#newsletter';
  return (
    <section aria-labelledby="gallery-title" className="on-ink section-y bg-ink">
      <div className="wrap">
        <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-3">
          <div className="max-w-copy">
            <h2 id="gallery-title">{landingTexts.gallery.title}</h2>
            <p className="mt-3 text-fg-2 sm:text-lg">
              {isOver ? landingTexts.gallery.introAfter : landingTexts.gallery.intro}
            </p>
          </div>
          <ButtonLink href={newsletterForm} variant="secondary" size="lg">
            {landingTexts.gallery.button}
          </ButtonLink>
        </div>
        <SnapRow labelledBy="gallery-title">
          <ul className="flex gap-3 sm:mt-10 sm:grid sm:grid-cols-2 sm:gap-x-4 sm:gap-y-5 md:grid-cols-3 lg:grid-cols-5 lg:gap-y-6">
            {gallery.map((one, index) => (
              <Tile key={one.scene} {...one} place={placeOf(index)} />
            ))}
          </ul>
        </SnapRow>
      </div>
    </section>
  );
}

type Place = 'first' | 'last' | 'between';

function placeOf(index: number): Place {
  if (index === 0) return 'first';
  return index === gallery.length - 1 ? 'last' : 'between';
}

/** The large tile spans two rows on wide screens; on small ones, the last tile fills the row that nine leave open. */
const spans: Record<Place, string> = {
  first: 'sm:col-span-2 md:col-span-3 lg:row-span-2',
  last: 'sm:max-md:col-span-2',
  between: '',
};

const frames: Record<Place, string> = {
  first: 'aspect-4/3 rounded-card lg:aspect-auto lg:min-h-0 lg:flex-1 lg:rounded-tl-[11rem]',
  last: 'aspect-4/3 rounded-card sm:max-md:aspect-2/1 lg:rounded-br-[4.5rem]',
  between: 'aspect-4/3 rounded-card',
};

const sizes: Record<Place, string> = {
  first: '(min-width: 1250px) 686px, (min-width: 64rem) 57vw, 80vw',
  last: '(min-width: 1250px) 218px, (min-width: 64rem) 18vw, (min-width: 48rem) 30vw, 80vw',
  between: '(min-width: 1250px) 218px, (min-width: 64rem) 18vw, (min-width: 48rem) 30vw, 80vw',
};

function Tile({ scene, caption, place }: GalleryPicture & { place: Place }) {
  const picture = useLanding().pictures.gallery[scene];
  if (!picture) return null;
  return (
    <li className={cx('min-w-0 snap-item', spans[place])}>
      <figure className="flex h-full flex-col">
        <div className={cx('relative overflow-hidden bg-tide', frames[place])}>
          <Picture
            picture={picture}
            alt=""
            sizes={sizes[place]}
            className="absolute inset-0 size-full object-cover object-[50%_70%]"
          />
        </div>
        <figcaption className="mt-2 text-dense text-fg-2">{caption}</figcaption>
      </figure>
    </li>
  );
}
