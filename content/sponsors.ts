import type { Sponsor } from '#domain/program.ts';

/** Samples, by tier. `presenting` is shown as Premiere. */
export const sponsors: readonly Sponsor[] = [
  sponsor(
    'beacon-fund',
    'Sample Beacon Fund',
    'presenting',
    'Pays for seats for people who cannot afford one.',
  ),
  sponsor('harbor-bank', 'Sample Harbor Bank', 'presenting', 'Covers the cost of the hall.'),
  sponsor('open-school', 'Sample Open School', 'platinum', 'Lends us its curriculum team.'),
  sponsor('north-clinic', 'Sample North Clinic', 'gold', 'Staffs the quiet room.'),
  sponsor('river-radio', 'Sample River Radio', 'gold', 'Records the day.'),
  sponsor('corner-bakery', 'Sample Corner Bakery', 'silver', 'Bakes for the coffee break.'),
  sponsor('city-library', 'Sample City Library', 'silver', 'Prints the resource lists.'),
];

/** Sample organizations that speakers come from: the strip of four on the landing page. */
export const speakerOrganizations: readonly string[] = [
  'Sample University',
  'Sample Police Unit',
  'Sample Games Studio',
  'Sample Family Court',
];

function sponsor(id: string, name: string, tier: Sponsor['tier'], description: string): Sponsor {
  return { id, name, tier, logo: null, website: `https://${id}.example.org/`, description };
}
