/** Sentences that an organiser may want to say in other words. */
export const texts = {
  headline: 'Every child safer online starts with us in one room.',
  intro: 'One day of practical tools for caregivers and professionals, from people who use them every day.',
  registerButton: 'Register for September 20th Summit',
  concluded: {
    title: 'The summit has concluded',
    text: 'Thank you to everyone who came. Sign up and be the first to hear about 2026.',
  },
  underWay: 'The summit is under way',
  earlyBirdOver: 'Early-bird prices have ended.',
  closed: {
    title: 'Registration is now closed',
    text: 'Registration for this event has closed as the event has concluded.',
    textByFlag: 'Registration is now closed. Write to us if you think that this is a mistake.',
    thanks: 'Thank you for your interest in the summit.',
  },
  whatsNext: [
    {
      title: 'Look for our e-mail',
      text: 'Your tickets are on their way to your inbox, one for each named person.',
    },
    { title: 'Bring your QR code', text: 'On your phone or on paper. Doors and check-in open at 8:00 AM.' },
    {
      title: 'Tell us what you need',
      text: 'Access, diet, anything else: answer the e-mail and a person reads it.',
    },
  ],
  calendarNote: 'Bring your QR code, on your phone or on paper.',
  share: 'I am going to the Digital Safety Summit in Denver on September 20.',
} as const;
