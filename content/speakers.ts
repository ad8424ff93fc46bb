import type { FallbackSpeaker } from '#domain/program.ts';

/** Shown when the server has no speakers of its own; also what a first start puts into the database. Samples. */
export const speakers: readonly FallbackSpeaker[] = [
  speaker('Sample Speaker One', 'Host of the day', 'emcee'),
  speaker('Sample Speaker Two', 'Researcher, children and media', 'keynote'),
  speaker('Sample Speaker Three', 'Detective, online exploitation unit', 'keynote'),
  speaker('Sample Speaker Four', 'Pediatrician'),
  speaker('Sample Speaker Five', 'Head of trust and safety at a games studio', 'keynote'),
  speaker('Sample Speaker Six', 'School counselor'),
  speaker('Sample Speaker Seven', 'Survivor advocate', 'keynote'),
  speaker('Sample Speaker Eight', 'Family lawyer'),
  speaker('Sample Speaker Nine', 'To be announced', 'mystery'),
];

/** By when everybody is announced: until then the blurred tile of who is not says the month, afterwards `Coming soon`. */
export const speakersAnnouncedBy = '2025-07-31';

function speaker(name: string, role: string, marker: FallbackSpeaker['marker'] = null): FallbackSpeaker {
  return {
    name,
    role,
    bio: `${role}. This is a sample; the organizer replaces it before the event is announced.`,
    image: null,
    featured: marker === 'keynote' || marker === 'emcee',
    marker,
  };
}
