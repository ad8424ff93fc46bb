import type { BadgeFormat } from '#domain/badges.ts';

export const which = 'Choose all badges, those not printed yet, or one person';
export const format = 'Choose the labels: letter, a4 or single';

export const BADGE_FORMAT_NAMES: Record<BadgeFormat, string> = {
  letter: 'Letter, Avery 5395 (8 labels, 3⅜ × 2⅓ in)',
  a4: 'A4, Avery L4785 (10 labels, 80 × 50 mm)',
  single: 'Single badges, 86 × 54 mm',
};
