import { boot } from '../../boot.ts';
import type { LandingData } from '../landing-data.tsx';

let read: Document = document;

/** From then on parts that have not come alive are those of `renewed`, which the server rendered later. */
export function readDataFrom(renewed: Document): void {
  read = renewed;
}

/** What the parts in the page were rendered from. Speakers and pictures stay with the parts that never wake. */
export function readLandingData(): LandingData {
  const json = (id: string) => JSON.parse(read.getElementById(id)!.textContent!);
  return {
    ...(json('landing-data') as Pick<LandingData, 'capacity'>),
    boot: read === document ? boot : (json('boot') as LandingData['boot']),
    speakers: null,
    pictures: { gallery: {}, speakers: {}, sponsors: {} },
  };
}
