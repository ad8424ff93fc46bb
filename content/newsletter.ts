/** The newsletter form's texts, on the landing page and on the page that a form without JavaScript gets. */
export const newsletter = {
  title: 'Get 2026 updates',
  /** Each form's name for screen readers. */
  names: {
    hero: 'Get 2026 updates, at the top of the page',
    registration_section: 'Get 2026 updates, after the speakers',
    footer: 'Get 2026 updates, at the end of the page',
  },
  intro: 'Dates, speakers and early-bird seats for the 2026 summit, before anyone else hears about them.',
  consent:
    'We send a few emails a year about the summit and never share your address. To unsubscribe, reply to any of them.',
  submit: 'Keep me posted',
  submitting: 'Signing up…',
  welcome: {
    title: 'Welcome aboard!',
    message: 'You are signed up for 2026 summit updates.',
  },
  thanks: {
    title: 'Thank You!',
    text: 'You are on the list. You will hear from us as soon as there is news about 2026.',
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
