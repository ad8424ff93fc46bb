import { nextYear } from './event-words.ts';

/** Sentences that the host may want to change. */
export const texts = {
  concluded: {
    title: 'The summit has concluded',
    text: `Thank you to everyone who came. Sign up and be the first to hear about ${nextYear}.`,
  },
  underWay: 'The summit is under way',
  earlyBirdOver: 'Early-bird prices have ended.',
  closed: {
    title: 'Registration is now closed',
    text: 'Registration for this event has closed as the event has concluded.',
    textByFlag: 'Registration is now closed. Contact us if you think this is a mistake.',
    thanks: 'Thank you for your interest in the summit.',
  },
} as const;
