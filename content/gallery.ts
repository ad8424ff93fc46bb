import type { GalleryPicture } from '#domain/program.ts';

/** Ten drawings of a day like ours. The captions do not claim to describe photographs. */
export const gallery: readonly GalleryPicture[] = [
  { scene: 'stage', caption: 'The stage, drawn from the back row' },
  { scene: 'workshop', caption: 'A workshop table' },
  { scene: 'coffee', caption: 'Coffee in the foyer' },
  { scene: 'panel', caption: 'The teen panel' },
  { scene: 'badges', caption: 'The badge wall' },
  { scene: 'audience', caption: 'The audience, from behind' },
  { scene: 'cards', caption: 'Hands with question cards' },
  { scene: 'venue', caption: 'The hall from High Street' },
  { scene: 'posters', caption: 'The poster wall' },
  { scene: 'group', caption: 'Everyone at closing time' },
];
