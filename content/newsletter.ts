import { nextYear } from './event-words.ts';

/** The newsletter form's texts, on the landing page and on the page that a form without JavaScript gets. */
export const newsletter = {
  title: `Get ${nextYear} updates`,
  /** Each form's name for screen readers. */
  names: {
    hero: `Get ${nextYear} updates, at the top of the page`,
    registration_section: `Get ${nextYear} updates, after the speakers`,
    footer: `Get ${nextYear} updates, at the end of the page`,
  },
  intro: `Dates, speakers and early-bird seats for the ${nextYear} summit, before anyone else hears about them.`,
  consent:
    'We send a few emails a year about the summit and never share your address. To unsubscribe, reply to any of them.',
  submit: 'Keep me posted',
  submitting: 'Signing up',
  welcome: {
    title: 'Welcome aboard!',
    message: `You are signed up for ${nextYear} summit updates.`,
  },
  thanks: {
    title: 'Thank You!',
    text: `You are on the list. You will hear from us as soon as there is news about ${nextYear}.`,
  },
  alreadySubscribed: {
    title: 'Already Subscribed',
    message: 'This email is already signed up for newsletter updates.',
  },
  failed: {
    title: 'Signup Failed',
    message: 'Unable to sign up for newsletter. Please try again.',
  },
} as const;
