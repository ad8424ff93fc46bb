import { renderToString } from 'react-dom/server';
import type { LandingData } from './landing-data.tsx';
import { LandingPage } from './landing-page.tsx';

/** The page's HTML, for `#landing`. Pure: the same data give the same text. */
export function renderLanding(data: LandingData): string {
  return renderToString(<LandingPage data={data} />);
}
