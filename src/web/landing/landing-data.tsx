import { createContext, use } from 'react';
import type * as z from 'zod/mini';
import type { getCapacityStatus, listSpeakers } from '#contract/event.ts';
import type { Boot } from '../boot.ts';

/** One picture in all its files, narrow to wide, AVIF before WebP. Names are below `/assets/`. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly sources: readonly { readonly file: string; readonly type: string; readonly width: number }[];
}

export interface LandingPictures {
  /** By scene, by the speaker's name, by the sponsor's id. */
  readonly gallery: Readonly<Record<string, Picture>>;
  readonly speakers: Readonly<Record<string, Picture>>;
  readonly sponsors: Readonly<Record<string, Picture>>;
}

/** All that the page is made of besides content; the same on the server and for hydration. */
export interface LandingData {
  readonly boot: Boot;
  /** Seats per day; null while they cannot be told, and then no figure is shown. */
  readonly capacity: z.output<typeof getCapacityStatus.response> | null;
  /** The server's speakers; null when they could not be read. */
  readonly speakers: z.output<typeof listSpeakers.response> | null;
  readonly pictures: LandingPictures;
}

const LandingContext = createContext<LandingData | null>(null);

export const LandingProvider = LandingContext.Provider;

export function useLanding(): LandingData {
  const data = use(LandingContext);
  if (!data) throw new Error('no landing data above this component');
  return data;
}
