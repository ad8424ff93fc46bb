import * as landingTexts from '#content/landing-texts.ts';
import { sponsors } from '#content/sponsors.ts';
import { SPONSOR_TIERS, type Sponsor } from '#domain/program.ts';
import { paint } from '../art/palette.ts';
import { cx } from '../ui/cx.ts';
import { useSale } from '../use-sale.ts';
import { useLanding } from './landing-data.tsx';
import { Picture } from './picture.tsx';

type Tier = Sponsor['tier'];

/** By tier, each smaller than the one before. */
export function Sponsors() {
  const { isOver } = useSale();
  const tiers = SPONSOR_TIERS.map((tier) => ({ tier, those: sponsors.filter((one) => one.tier === tier) }));
  return (
    <section
      id="sponsors"
      data-view="sponsors_view"
      aria-labelledby="sponsors-title"
      className="section-y bg-surface"
    >
      <div className="wrap">
        <h2 id="sponsors-title">{isOver ? landingTexts.sponsors.titleAfter : landingTexts.sponsors.title}</h2>
        <p className="mt-3 max-w-copy text-fg-2 sm:text-lg">
          {isOver ? landingTexts.sponsors.introAfter : landingTexts.sponsors.intro}
        </p>
        {tiers
          .filter(({ those }) => those.length > 0)
          .map(({ tier, those }) => (
            <TierRow key={tier} tier={tier} those={those} />
          ))}
      </div>
    </section>
  );
}

const grids: Record<Tier, string> = {
  presenting: 'grid gap-3 md:grid-cols-2',
  platinum: 'flex flex-wrap gap-x-10 gap-y-1',
  gold: 'flex flex-wrap gap-x-10 gap-y-1',
  silver: 'flex flex-wrap gap-x-8 gap-y-1',
};

const heights: Record<Tier, string> = {
  presenting: 'h-14 sm:h-26',
  platinum: 'h-13 sm:h-19',
  gold: 'h-10 sm:h-15',
  silver: 'h-8 sm:h-11',
};

const suns: Record<Tier, number> = { presenting: 22, platinum: 18, gold: 14, silver: 10 };

function TierRow({ tier, those }: { tier: Tier; those: readonly Sponsor[] }) {
  return (
    <div className={tier === 'presenting' ? 'mt-6' : 'mt-4'}>
      <div className={tier === 'presenting' ? undefined : 'max-sm:hidden'}>
        <Divider radius={suns[tier]} />
      </div>
      <div
        className={cx(
          'mt-2 grid items-center gap-x-4 gap-y-2 lg:grid-cols-[9rem_1fr]',
          tier !== 'presenting' && 'grid-cols-[5.5rem_minmax(0,1fr)]',
        )}
      >
        <h3 className={tier === 'presenting' ? 'text-xl' : 'text-md sm:text-lg'}>
          {landingTexts.sponsors.tiers[tier]}
        </h3>
        <ul className={grids[tier]}>
          {those.map((sponsor) => (
            <li key={sponsor.id} className="min-w-0">
              <Mark sponsor={sponsor} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Mark({ sponsor }: { sponsor: Sponsor }) {
  const { id, name, tier, website, description } = sponsor;
  const picture = useLanding().pictures.sponsors[id];
  const isPresenting = tier === 'presenting';
  return (
    <a
      href={website}
      rel="noopener"
      className={cx(
        'flex text-fg no-underline transition-colors',
        isPresenting
          ? 'h-full flex-col gap-2 rounded-card bg-page p-3 hover:bg-foam sm:p-8'
          : '-mx-3 min-h-11 items-center rounded-button px-3 py-2 hover:bg-page',
      )}
    >
      {picture ? (
        <Picture
          picture={picture}
          alt={name}
          className={cx('w-auto max-w-full object-contain object-left', heights[tier])}
        />
      ) : (
        <span className="font-display text-lg font-[680]">{name}</span>
      )}
      {isPresenting && <span className="text-md text-fg-2">{description}</span>}
    </a>
  );
}

/** A sun on the horizon, lower with every tier. */
function Divider({ radius }: { radius: number }) {
  return (
    <svg
      viewBox="0 0 1152 26"
      preserveAspectRatio="xMinYMax slice"
      aria-hidden="true"
      className="h-6.5 w-full"
    >
      <path d={half(radius)} fill={paint.foam} />
      <path d={half(radius * 0.68)} fill={paint.dawn} />
      <path d={half(radius * 0.36)} fill={paint.beacon} />
      <path d="M0 25H1152" stroke="var(--color-line)" strokeWidth="2" />
    </svg>
  );
}

function half(radius: number): string {
  return `M${26 - radius} 25a${radius} ${radius} 0 0 1 ${radius * 2} 0Z`;
}
