import { speakerOrganisations } from '#content/sponsors.ts';
import { texts } from '#content/texts.ts';
import { ArcMark } from '../art/arc-mark.tsx';

/** Where the speakers come from: a strip of four. */
export function Organisations() {
  return (
    <section aria-labelledby="organisations-title" className="bg-sunken">
      <div className="wrap grid items-center gap-x-10 gap-y-4 py-8 lg:grid-cols-[auto_1fr]">
        <h2 id="organisations-title" className="font-sans text-md font-semibold tracking-normal text-fg-2">
          {texts.organisations}
        </h2>
        <ul className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
          {speakerOrganisations.map((name) => (
            <li
              key={name}
              className="flex items-center gap-3 font-display text-base leading-tight font-[680]"
            >
              <ArcMark className="size-7 shrink-0 text-accent" />
              {name}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
