import type { FallbackSpeaker } from '#domain/program.ts';

/** Sample speakers: the first start stores them, and the page shows them if the server has none. */
export const speakers: readonly FallbackSpeaker[] = [
  speaker('Sample Speaker One', 'Host of the day', 'emcee'),
  speaker('Sample Speaker Two', 'Researcher, children and media', 'keynote'),
  speaker('Sample Speaker Three', 'Detective, online exploitation unit', 'keynote'),
  speaker('Sample Speaker Four', 'Pediatrician'),
  speaker('Sample Speaker Five', 'Head of trust and safety at a game studio', 'keynote'),
  speaker('Sample Speaker Six', 'School counselor'),
  speaker('Sample Speaker Seven', 'Survivor advocate', 'keynote'),
  speaker('Sample Speaker Eight', 'Family law attorney'),
  speaker('Sample Speaker Nine', 'To be announced', 'mystery'),
];

/** The blurred tile of a speaker not yet announced names this month; after that day it says `Coming soon`. */
export const speakersAnnouncedBy = '2025-07-31';

function speaker(name: string, role: string, marker: FallbackSpeaker['marker'] = null): FallbackSpeaker {
  return {
    name,
    role,
    bio: `${role}. This is a sample; the host replaces it before the event is announced.`,
    image: null,
    featured: marker === 'keynote' || marker === 'emcee',
    marker,
  };
}
