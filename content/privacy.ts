import type { RetentionWords } from '#domain/retention.ts';

interface PrivacySection {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly list?: readonly string[];
}

/** The introduction of the page `/privacy`. */
export const privacyIntro =
  'What we know about you, why we keep it, for how long, who sees it, and how to have it erased. We do not sell or rent data.';

/** The sections of the page `/privacy`. The periods come from the code that erases, so the two can't differ. */
export function privacySections(keep: RetentionWords): readonly PrivacySection[] {
  return [
    {
      title: 'What we keep, and why',
      paragraphs: [],
      list: [
        'Your order: name, email, phone, organization, job title, package, amounts and coupon, to sell you the tickets and to keep our books.',
        'Attendees: name, email, track and, if given, dietary needs, for the ticket, the door and the caterer. Whoever bought the tickets sees them on the order’s page. Dietary needs are optional and can reveal something about health or belief; leave them out if you prefer.',
        'Invitations to a seat: the address that a link was sent to and the buyer’s message in it, so that people can claim their own seats.',
        'Ticket pages: when each was first opened, so that the buyer can see which people have opened their own tickets.',
        'Billing address: as you or the payment provider give it to us, for the receipt.',
        'Check-ins: day, time and who admitted you, so that each ticket admits one person a day.',
        'Newsletter: name, email and organization, if you sign up for it. Buying a ticket does not sign you up.',
        'Tickets in a wallet on your phone: which phones have one, so that we can update them.',
        'Security records: who changed an order and from which IP address and browser, to find mistakes and misuse.',
      ],
    },
    {
      title: 'What we never see',
      paragraphs: [
        'Your card number, its expiration date and its security code go straight to the payment provider and never reach our server. We do not ask for your birth date, age, sex or a national ID number.',
      ],
    },
    {
      title: 'How long we keep it',
      paragraphs: ['Every night, we erase data that is older than this:'],
      list: [
        `Orders, attendees, tickets and check-ins: ${keep.orders} after the event, and no longer than ${keep.oldestOrders} after the order.`,
        `Orders that were never paid: ${keep.unpaidOrders}.`,
        `Which phones have a ticket in their wallet: ${keep.passes} after the event.`,
        `Which email we sent to whom: ${keep.mails}, or until the event is over if it was not delivered.`,
        `Who changed something, and from where: ${keep.audit}.`,
        `Accounts of our staff: ${keep.accounts} after they last signed in.`,
        'Newsletter: until you unsubscribe by replying to any issue.',
      ],
    },
    {
      title: 'Who sees it',
      paragraphs: [],
      list: [
        'Our staff, after signing in, and door volunteers whom staff invite.',
        'Anyone with the private link to an order can see the order and its attendees. Do not share it.',
        'Our payment providers, Stripe and Square: your email, package, amount and Registration ID. Stripe also gets the key of the order’s private link and your coupon code; Square also gets the payer’s name and billing address.',
        'The service that delivers our email.',
        'Apple or Google, if you add a ticket to their wallet. Google gets the name, track, Registration ID and code of that ticket; Apple learns only that a phone has one.',
        'No one else, unless the law requires it.',
      ],
    },
    {
      title: 'Cookies and consent',
      paragraphs: [
        'We set one cookie. It remembers your order in this browser, or that you are signed in. What you type into a form stays in your browser until the order is paid. A ticket’s page keeps the name, track and code on your device, so it opens even offline.',
        'If we count visits, we ask you first. Until you agree, nothing is loaded from Google. If you agree, Google learns the address of the page you are on and the amount of an order, but not who you are in our records. You can change your answer at any time under “Analytics preferences” at the bottom of every page; if you say no, we stop counting and delete those cookies.',
      ],
    },
    {
      title: 'See, correct or erase your data',
      paragraphs: [
        'Write to us from the address that you gave us. We send you everything we have about you, correct it, or erase it. If you still have a ticket for an upcoming event, erasing your data cancels it. Amounts stay in our books, without your name.',
      ],
    },
    {
      title: 'Children',
      paragraphs: [
        'The summit is for caregivers and professionals, and this site is not directed to children under 13. If you have given us the name of a child, tell us and we will erase it.',
      ],
    },
  ];
}
