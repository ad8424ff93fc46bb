import { event } from './event.ts';
import { conferenceDay, nextYear } from './event-words.ts';

// The landing page's texts, one export for each section: browsers load only the sections that their scripts show.

export const headline = 'Keeping every child safer online starts in one room.';

export const intro =
  'One day of practical tools for caregivers and professionals, from people who use them every day.';

export const registration = {
  title: 'Take your seat',
  intro: 'Three minutes, no account. You can check everything before you pay.',
  earlyBird: 'Early bird ends',
  soldOut: 'Sold out',
  tooFew: 'Not enough seats left',
  saleEnded: 'No longer on sale',
  withoutScript: 'The registration form needs JavaScript. You can also register by phone or email:',
  failed: 'The registration form could not be loaded. Reload the page, or call',
  afterProgram: 'You can still register, but the program is over, so there is nothing left to attend.',
  guide: 'Open the participant guide',
  allTaken: 'Every seat is taken',
  allTakenText:
    'If a seat opens up, it goes back on sale here at once: first come, first served. We announce open seats in our newsletter.',
  getUpdates: 'Get updates',
  tellMe: 'Get updates about open seats',
  write: 'Contact us',
  next: `Hear about ${nextYear}`,
} as const;

export const gallery = {
  title: 'A day like ours, in ten pictures',
  intro: 'The stage, the tables, the coffee and the people: what to expect, in drawings.',
  introAfter: 'The stage, the tables, the coffee and the people, in drawings.',
  button: `Get ${nextYear} Updates`,
} as const;

export const speakers = {
  title: 'People who do this every day',
  intro: 'They answer questions all day, not just on stage.',
  introAfter: 'They answered questions all day, not just on stage.',
  markers: { emcee: 'EMCEE', keynote: 'KEYNOTE' },
} as const;

export const newsletter = { short: 'Sign up at the top of this page' } as const;

export const sponsors = {
  title: 'They keep the doors open',
  titleAfter: 'They kept the doors open',
  intro: 'They make our ticket prices possible.',
  introAfter: 'They made our ticket prices possible.',
  tiers: { presenting: 'Premiere', platinum: 'Platinum', gold: 'Gold', silver: 'Silver' },
} as const;

export const hero = {
  register: 'Register',
  seeAgenda: 'See the agenda',
  earlyBirdFrom: 'Early-bird seats from',
  priceFrom: 'Seats from',
  included: ', lunch included.',
  countdown: 'Time until the summit starts',
  starts: 'Starts',
  happeningNow: 'Happening now:',
  upNext: 'Up next:',
  until: 'until',
  at: 'at',
  today: 'Today',
  openTicket: 'Open my ticket',
  findHall: 'Find the hall',
} as const;

export const topics = {
  title: 'Four conversations, one promise',
  stop: 'Stop rotation',
  start: 'Start rotation',
  secure: 'Secure Your Spot Today',
} as const;

export const agenda = {
  title: 'Leave with a plan, not a worry',
  titleAfter: 'How the day went',
  intro: 'One room for the keynotes, two tracks for the breakouts, and time for questions.',
  tentative: 'Tentative',
  tentativeNote: 'Times and titles may still change.',
  show: 'Show full schedule',
  hide: 'Hide full schedule',
  /** For one, and for any other number. */
  figures: {
    keynote: ['keynote', 'keynotes'],
    breakout: ['breakout round', 'breakout rounds'],
    panel: ['teen panel', 'teen panels'],
  },
} as const;

export const eventTypeNames = {
  conference: 'Conference',
  trainer: 'Training',
  both: 'Training + conference',
} as const;

export const ticketOptions = {
  title: 'Two ways to attend',
  titleAfter: 'There were two ways to attend',
  intro: 'Both include the whole conference day.',
  introAfter: 'Both included the whole conference day.',
  from: 'from',
  choose: 'Choose your ticket',
} as const;

export const venue = {
  eyebrow: 'Where we meet',
  eyebrowAfter: 'Where we met',
  map: 'Open the map',
  needs: 'Do you need anything else to take part? Tell us:',
} as const;

export const organizations = {
  title: 'Our speakers come from',
  titleAfter: 'Our speakers came from',
} as const;

/** `Register for September 20th Summit`. */
export function registerButton(): string {
  const date = Number(event.day.slice(8));
  const suffix = date > 10 && date < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][date % 10] ?? 'th');
  return `Register for ${conferenceDay}${suffix} Summit`;
}

/** After the event's name, day and city, for search engines and shared links to the registration page. */
export const registerDescription = 'choose your package and save your seat. Three minutes, no account.';
