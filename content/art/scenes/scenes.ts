import { drawAudience } from './audience.ts';
import { drawBadges } from './badges.ts';
import { drawCards } from './cards.ts';
import { drawCoffee } from './coffee.ts';
import { drawGroup } from './group.ts';
import { drawPanel } from './panel.ts';
import { drawPosters } from './posters.ts';
import { drawStage } from './stage.ts';
import { drawVenue } from './venue.ts';
import { drawWorkshop } from './workshop.ts';

/** A drawing of 800 × 600 for each scene that the gallery may name. */
export const scenes: ReadonlyMap<string, () => string> = new Map([
  ['stage', drawStage],
  ['workshop', drawWorkshop],
  ['coffee', drawCoffee],
  ['panel', drawPanel],
  ['badges', drawBadges],
  ['audience', drawAudience],
  ['cards', drawCards],
  ['venue', drawVenue],
  ['posters', drawPosters],
  ['group', drawGroup],
]);
