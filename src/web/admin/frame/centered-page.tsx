import type { ReactNode } from 'react';
import { event } from '#content/event.ts';
import { paths } from '#contract/paths.ts';
import { ArcMark } from '../../art/arc-mark.tsx';
import { HorizonBand } from '../../art/horizon-band.tsx';

/** One thing in the middle of a calm page. */
export function CenteredPage({ children }: { children: ReactNode }) {
  return (
    <div className="on-ink flex min-h-dvh flex-col bg-ink">
      <a
        href={paths.home}
        className="wrap flex min-h-18 items-center gap-3 font-display text-lg font-[680] text-fg no-underline"
      >
        <ArcMark className="size-8" />
        {event.name}
      </a>
      <main className="grid grow place-items-center px-5 py-12">
        <div className="on-light w-full max-w-form text-fg">{children}</div>
      </main>
      <HorizonBand />
    </div>
  );
}
