import { event } from './event.ts';
import { conferenceDay } from './event-words.ts';

/** Texts of an order's pages and calendar entries. */
export const orderTexts = {
  /** `doors` is when they open; null for the training day alone. */
  whatsNext: (doors: string | null) => [
    {
      title: 'Look for our email',
      text: 'Your tickets are on their way to your inbox, one for each named person.',
    },
    {
      title: 'Bring your QR code',
      text: `On your phone or on paper.${doors ? ` Doors and check-in open at ${doors}.` : ''}`,
    },
    {
      title: 'Tell us what you need',
      text: 'Access needs, diet or anything else: reply to the email, and a real person will read it.',
    },
  ],
  calendarNote: 'Bring your QR code, on your phone or on paper.',
  share: `I am going to the ${event.name} in ${event.venue.city} on ${conferenceDay}.`,
} as const;
