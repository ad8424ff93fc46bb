import * as landingTexts from '#content/landing-texts.ts';
import { speakerOrganizations } from '#content/sponsors.ts';
import { type Paint, paint } from '../art/palette.ts';
import { useSale } from '../use-sale.ts';

const suns: readonly (readonly [outer: Paint, inner: Paint])[] = [
  ['harbor', 'beacon'],
  ['violet', 'lilac'],
  ['dawn', 'beacon'],
  ['sea', 'white'],
];

/** Where the speakers come from: a strip of four. */
export function Organizations() {
  const { isOver } = useSale();
  return (
    <section aria-labelledby="organizations-title" className="bg-sunken">
      <div className="wrap grid gap-y-4 py-6">
        <h2 id="organizations-title" className="font-sans text-md font-semibold tracking-normal text-fg-2">
          {isOver ? landingTexts.organizations.titleAfter : landingTexts.organizations.title}
        </h2>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-2 lg:flex lg:justify-between">
          {speakerOrganizations.map((name, index) => (
            <li
              key={name}
              className="flex items-center gap-3 font-display text-md leading-tight sm:text-base font-[680]"
            >
              <Sun colors={suns[index % suns.length]!} />
              {name}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Sun({ colors: [outer, inner] }: { colors: (typeof suns)[number] }) {
  return (
    <svg viewBox="0 0 40 24" aria-hidden="true" className="h-6 w-10 shrink-0">
      <path d="M2 22a18 18 0 0 1 36 0Z" fill={paint[outer]} />
      <path d="M11 22a9 9 0 0 1 18 0Z" fill={paint[inner]} />
    </svg>
  );
}
