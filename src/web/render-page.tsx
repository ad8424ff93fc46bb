import { renderToString } from 'react-dom/server';
import type { Boot } from '#contract/boot.ts';
import { setBoot } from './boot.ts';
import type { LandingData } from './landing/landing-data.tsx';
import { LandingPage } from './landing/landing-page.tsx';

// What the server renders pages with. Pure: the same data give the same text.

export function renderLanding({ boot, ...data }: LandingData & { boot: Boot }): string {
  setBoot(boot);
  return renderToString(<LandingPage data={data} />);
}
