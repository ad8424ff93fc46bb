/** Prefixes what is wrong with a template with the part that has it. */
export function inTemplatePart(part: keyof typeof TEMPLATE_PARTS, problem: string): string {
  return `${TEMPLATE_PARTS[part]}: ${problem.charAt(0).toLowerCase()}${problem.slice(1)}`;
}

const TEMPLATE_PARTS = { subject: 'Subject', htmlContent: 'HTML content', textContent: 'Text content' };

/** What is wrong with an email template, for its editor. */
export const TEMPLATE_WORDS = {
  inLine: (line: number, fault: string) => `Line ${line}: ${fault}`,
  inBlock: (block: string, fault: string) => `The block “${block}”: ${fault}`,
  inFinishedMail: (line: number, fault: string) => `Line ${line} of the finished email: ${fault}`,

  unclosedTag: 'a tag is not closed with “>”. For the character itself, write &lt;.',
  tagNotAllowed: (tag: string) => `the tag <${tag}> cannot be used in an email.`,
  closesNothing: (tag: string) => `</${tag}> has no matching opening tag here.`,
  neverClosed: (tag: string) => `<${tag}> is never closed.`,
  attributeNotAllowed: (name: string) => `the attribute ${name} cannot be used in an email.`,
  unsafeAddress: (name: string) => `the address in ${name} must begin with https:, mailto:, tel: or cid:.`,
  unsafeStyle: 'a style in an email cannot load or run anything.',

  noSuchVariable: (name: string) => `this email has no variable “${name}”.`,
  noSuchFilter: (name: string) => `there is no filter “${name}”.`,
  noSuchTag: (name: string) => `“{% ${name} %}” does not exist, or has no place here.`,
  noSuchBlock: (name: string) => `there is no block “${name}” to include.`,
  liquidNeverClosed: (piece: string) => `“${piece}” is never closed.`,
  cannotBeRead: (piece: string) => `“${piece}” cannot be read.`,
  cannotBeReadBecause: (piece: string, reason: string) => `“${piece}” cannot be read: ${reason}.`,
  takesTooMuch: 'this takes too long or too much memory to fill in.',

  mailTooLarge: (kilobytes: number, most: number) =>
    `The finished email would be ${kilobytes} kB; at most ${most} kB can be sent.`,
  takesTooLong: 'The template takes too long to fill in.',
  takesTooMuchMemory: 'The template takes too much memory.',
  exceedsLimits: 'This takes too long or too much memory to fill in.',
  cannotBeFilled: 'The template cannot be filled in.',
};

/** What each variable stands for, by its name in a template. Lists end in `[]`. */
export const VARIABLE_WORDS = {
  common: {
    'recipient.firstName': 'The recipient’s first name',
    'event.name': 'The event’s name; for the training day alone, the training’s',
    'event.host': 'Who hosts the event',
    'event.dates': 'The days of this ticket in one line',
    'event.days[].title': 'Conference or training',
    'event.days[].date': 'The day, with its weekday',
    'event.days[].time': 'Start and end time',
    'event.doors':
      'When doors open, and on which day if the ticket is for both days; empty for the training day alone',
    'event.isOver': 'Whether the last day that the ticket covers has ended',
    'event.venue': 'Hall',
    'event.organization': 'The organization that owns the hall',
    'event.address': 'Street and city',
    'event.mapUrl': 'Link to a map',
    'contact.phone': 'Phone number for visitors',
    'contact.email': 'Email address for visitors',
    'site.url': 'The event’s page',
  },
  tickets: {
    'tickets[].name': 'Whose ticket it is',
    'tickets[].track': 'Caregivers, Professionals or empty',
    'tickets[].code': 'The code in letters and digits',
    'tickets[].qrSrc': 'The QR picture',
    'tickets[].url': 'The ticket’s own page, for its holder only; empty for others',
  },
  order: {
    'order.number': 'Registration ID, short enough to say on the phone',
    'order.package': 'What was bought',
    'order.eventType': 'Conference, training or both, and on which days',
    'order.total': 'What the order costs, in dollars',
    'order.paid': 'What was paid, in dollars; empty if the order was free',
    'order.refunded': 'How much of what was paid was refunded, in dollars; empty if nothing was',
    'order.isFree': 'Whether the order was free',
    'order.seats': 'Number of seats',
    'order.freeSeats': 'Number of unnamed seats',
    'order.isNamingOpen':
      'Whether seats can still be named on the team’s page; if not, only on the order’s page',
    'order.url': 'The order’s private page',
    'order.teamUrl': 'The page where the buyer names seats',
  },
  refund: {
    'refund.amount': 'The amount of the refund, in dollars',
    'refund.reason': 'buyer, duplicate, late_payment or fraud',
    'refund.seats': 'How many seats the refund cancels; may be 0',
    'refund.seatsStay': 'Whether the refund failed before any seat was canceled',
    'refund.isAnnounced': 'Whether an earlier email told the buyer of the refund',
    'refund.endedTickets[]': 'Names on the tickets that this refund ends',
  },
  canceled: {
    'canceled.seats': 'Number of canceled seats',
    'canceled.endedTickets[]': 'Names on the canceled tickets',
    'canceled.reason': 'Why there is no refund; may be empty',
    'canceled.isByStaff': 'Whether staff, not the buyer, canceled the seats',
  },
  myTickets: {
    'links[].name': 'Whose ticket it is',
    'links[].url': 'The ticket’s own page',
    'orderLinks[].number': 'Registration ID of an order placed with this address',
    'orderLinks[].url': 'The order’s private page',
  },
  endedTicket: { 'ticket.name': 'The name on the ticket' },
  replacedTicket: {
    isFreed: 'Whether the seat is now free, rather than someone else’s',
    isFreedByHolder: 'Whether the seat is free because the ticket was returned on its page',
    endedCode: 'The last characters of the code that no longer works; may be empty',
  },
  invitation: {
    'invitation.team': 'The organization, or the buyer’s first name',
    'invitation.personalLine': 'The buyer’s message; may be empty',
    'invitation.url': 'The claim link',
    'invitation.endsOn': 'The last day on which the link works',
  },
  reminder: {
    'reminder.endsOn': 'The last day on which teams name their seats',
    'reminder.seats[].number': 'The number of an unnamed seat, from 1',
    'reminder.seats[].invitation': 'Where its claim link was sent, and when; may be empty',
    'reminder.seats[].url': 'Its claim link; may be empty',
    'reminder.teamLink': 'The link for the whole team; may be empty',
    'reminder.stopUrl': 'Turns these reminders off',
  },
  changedTicket: {
    'ticket.name': 'Who has the ticket now, or whose seat is free again',
    isReturned: 'Whether the seat is free again, rather than someone else’s',
    refundDue:
      'The refund due for the order’s only seat once its ticket was returned, in dollars; empty if none is due or it is uncertain',
    isFreedByStaff: 'Whether staff, not the ticket’s holder, freed the seat',
    isYours: 'Whether the holder is the recipient',
    endedCode:
      'The last characters of the codes that a ticket had before it was given away, as in “K7Q2 or 9XTM”; otherwise empty',
  },
};
