import { describe, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { EMAIL_KINDS } from '#contract/words/stored-values.ts';
import type { EventType } from '#domain/packages.ts';
import { fillTemplate } from './fill-template.ts';
import { commonVariables, type MailKind, type MailVariables } from './mail-variables.ts';
import { offeredVariables } from './offered-variables.ts';
import { renderMail } from './render-mail.ts';
import { sampleVariables } from './sample-variables.ts';
import { templates } from './templates.ts';

const SETTINGS = {
  publicUrl: 'https://summit.example.org',
  contact: { phone: '303-555-0142', email: 'hello@example.org' },
};
const fill = (htmlContent: string) =>
  fillTemplate({ subject: 'Hello', htmlContent, textContent: 'Hello' }, sample('ticket'));
const REFUND = ['$20.00', 'DSS000042'];
const TICKET = ['9:00 AM – 5:00 PM', 'Ana Sample'];
const SAYS: Readonly<Record<MailKind, readonly string[]>> = {
  order_confirmation: TICKET,
  ticket: TICKET,
  refund_notice: [...REFUND, '1 canceled seat', 'You still have 10 seats.', 'Ben Sample'],
  refund_failed: [
    ...REFUND,
    'for Digital Safety Summit. The card',
    'did not accept the money',
    'reply to this email',
  ],
  seats_canceled: ['Ben Sample', 'DSS000042', '2 seats', 'There is no refund.', 'September 12, 2025'],
  ticket_ended: ['Ana Sample', 'September 20, 2025', 'Any refund goes', 'no longer works at the door'],
  ticket_replaced: ['September 20, 2025', 'given to another person', 'no longer works at the door'],
  team_change: ['Ben Sample', 'gave it to', 'DSS000042'],
  claim_invitation: ['Sample School has', 'See you at the bus', 'September 18, 2025', 'claim#KSAMPLE'],
  team_reminder: [
    '2 seats still need a name',
    'lease name the people who are coming with you by ',
    'Seat 10: free',
    'cara@example.org',
    'claim#KCARA',
    'reminders=off',
    'claim#KSAMPLE',
  ],
  my_tickets: ['Ana Sample', 'Ben Sample', 'my-ticket#SAMPLE', 'DSS000042', 'confirmation/SAMPLE'],
};
/** To the buyer about the order. */
const OF_ORDER: readonly MailKind[] = [
  'order_confirmation',
  'refund_notice',
  'refund_failed',
  'seats_canceled',
  'team_change',
  'team_reminder',
];
const sample = <Kind extends MailKind>(kind: Kind) =>
  sampleVariables(kind, content, SETTINGS, 'cid:one@summit.example.org');
const seeded = (kind: MailKind) => templates.find((one) => one.type === kind)!;
const write = async (htmlContent: string, variables: MailVariables['ticket'] = sample('ticket')) =>
  (await renderMail({ subject: 'Hello', htmlContent, textContent: 'Hello' }, variables)).html;

test.each(OF_ORDER)('%s leads to the team’s page', async (kind) => {
  const mail = await renderMail(seeded(kind), sample(kind));
  expect(mail.html).toContain('https://summit.example.org/team/SAMPLE');
  expect(mail.text).toContain('https://summit.example.org/team/SAMPLE');
});

describe('the seeded templates', () => {
  test('there is one for each kind of mail', () => {
    expect(templates.map((one) => one.type)).toEqual(EMAIL_KINDS);
  });

  test('the subjects say what the mails are about', async () => {
    const mails = await Promise.all(EMAIL_KINDS.map((kind) => renderMail(seeded(kind), sample(kind))));
    expect(mails.map(({ subject }) => subject)).toEqual([
      'You’re in: Digital Safety Summit, September 20, 2025',
      'Your ticket for Digital Safety Summit, September 20, 2025',
      'Your refund of $20.00 (DSS000042)',
      'Your refund of $20.00 did not go through (DSS000042)',
      '2 seats are canceled (DSS000042)',
      'Your ticket for Digital Safety Summit is no longer valid',
      'Your ticket for Digital Safety Summit now belongs to someone else',
      'Ben Sample has a seat on your team (DSS000042)',
      'Your seat at Digital Safety Summit, September 20, 2025 (from Sample School)',
      '2 seats still need a name: Digital Safety Summit (DSS000042)',
      'Your tickets for Digital Safety Summit',
    ]);
  });

  test.each(EMAIL_KINDS)('%s has the same words in HTML and text, and no unfilled variable', async (kind) => {
    const { html, text } = await renderMail(seeded(kind), sample(kind));
    expect(html).not.toMatch(/\{\{|\{%|undefined|\[object/);
    expect(text).not.toMatch(/\{\{|\{%|undefined|\[object|<\w/);
    for (const said of SAYS[kind]) {
      expect(html).toContain(said);
      expect(text).toContain(said);
    }
  });

  test("the order's link is in the organizer's mails only", async () => {
    const has = async (kind: MailKind) => {
      const { subject, html, text } = await renderMail(seeded(kind), sample(kind));
      return /confirmation\/|team\/|DSS0/.test(subject + html + text) ? kind : [];
    };
    expect((await Promise.all(EMAIL_KINDS.map(has))).flat()).toEqual([
      'order_confirmation',
      'refund_notice',
      'refund_failed',
      'seats_canceled',
      'team_change',
      'team_reminder',
      'my_tickets',
    ]);
  });

  test.each(['order_confirmation', 'ticket'] as const)(
    '%s says when doors open, and on which day',
    async (kind) => {
      const told = async (eventType: EventType) => {
        const days = commonVariables({ content, settings: SETTINGS, now: new Date(0) }, { eventType });
        const { html, text } = await renderMail(seeded(kind), { ...sample(kind), ...days } as never);
        return [html, text].map((one) => /oors and check-in open at [^.]*\./.exec(one)?.[0]);
      };
      const open = 'oors and check-in open at 8:00 AM';
      expect(await told('conference')).toEqual(Array(2).fill(`${open}.`));
      expect(await told('both')).toEqual(Array(2).fill(`${open} on the conference day.`));
      expect(await told('trainer')).toEqual([undefined, undefined]);
    },
  );

  test.each(EMAIL_KINDS)(
    '%s about the training day alone names the training, not the conference',
    async (kind) => {
      const { event } = commonVariables(
        { content, settings: SETTINGS, now: new Date(0) },
        { eventType: 'trainer' },
      );
      const { subject, html, text } = await renderMail(seeded(kind), { ...sample(kind), event } as never);
      expect(subject + html + text).not.toContain('Digital Safety Summit');
      expect(subject + html + text).toContain('Certified Digital Safety Educator');
    },
  );

  test('a confirmation of an order without tickets asks for no code', async () => {
    const without = { ...sample('order_confirmation'), tickets: [] };
    const { html, text } = await renderMail(seeded('order_confirmation'), without);
    expect(html + text).not.toMatch(/QR code|Tickets|TICKETS/);
    expect(text).toContain('Add the attached dates to your calendar.');
  });

  test('whoever gets the link of an order is told what it opens', async () => {
    const say = async (orderLinks: MailVariables['my_tickets']['orderLinks']) => {
      const variables = { ...sample('my_tickets'), orderLinks };
      return (await renderMail(seeded('my_tickets'), variables)).text;
    };
    const { orderLinks } = sample('my_tickets');
    expect(await say(orderLinks)).toContain("anyone with an order's link can see and change the order");
    expect(await say([])).toContain('anyone who has one can use the ticket.');
  });

  test('a person removed from a team is not told that somebody else has the seat', async () => {
    const freed = { ...sample('ticket_replaced'), isFreed: true };
    const { subject, html, text } = await renderMail(seeded('ticket_replaced'), freed);
    expect(subject).toBe('Your ticket for Digital Safety Summit is no longer valid');
    for (const said of [html, text]) {
      expect(said).toContain('The person who registered you, or our staff, freed your seat at');
      expect(said).not.toMatch(/another person|was returned/);
    }
  });

  test('each reason for a refund has its own wording', async () => {
    const say = async (reason: MailVariables['refund_notice']['refund']['reason'], seats = 0, left = 1) => {
      const refund = { amount: '$20.00', reason, seats, endedTickets: [] };
      const { order, ...others } = sample('refund_notice');
      const variables = { ...others, order: { ...order, seats: left }, refund };
      return (await renderMail(seeded('refund_notice'), variables)).text;
    };
    expect(await say('late_payment')).toContain('No tickets were issued');
    expect(await say('duplicate')).toContain('your tickets stay as they are');
    expect(await say('duplicate', 1, 0)).not.toContain('stay as they are');
    const order = 'your order for Digital Safety Summit, September 20, 2025.';
    const refunding = 'We are sending you a refund of $20.00 for';
    expect(await say('buyer')).toContain(`${refunding} ${order}\n`);
    expect(await say('buyer', 1)).toContain(
      `${refunding} 1 canceled seat in ${order} You still have 1 seat.`,
    );
    expect(await say('buyer', 2, 0)).toContain(
      `${refunding} 2 canceled seats in ${order} Your order has no seats left.`,
    );
  });

  test('a buyer who keeps seats is not told that their own is canceled', async () => {
    const say = async (seats: number, left: number) => {
      const { order, canceled, ...others } = sample('seats_canceled');
      const variables = { ...others, order: { ...order, seats: left }, canceled: { ...canceled, seats } };
      const { subject, html } = await renderMail(seeded('seats_canceled'), variables);
      return [subject, /<h1[^>]*>([^<]*)/.exec(html)?.[1]];
    };
    expect(await say(1, 0)).toEqual(['Your seat is canceled (DSS000042)', 'Your seat is canceled.']);
    expect(await say(1, 9)).toEqual(['1 seat is canceled (DSS000042)', '1 seat is canceled.']);
    expect(await say(2, 0)).toEqual(['2 seats are canceled (DSS000042)', '2 seats are canceled.']);
  });

  test('the refund notice names the tickets that it cancels', async () => {
    const name = async (endedTickets: readonly string[]) => {
      const refund = { amount: '$20.00', reason: 'buyer', seats: endedTickets.length, endedTickets } as const;
      const { html, text } = await renderMail(seeded('refund_notice'), {
        ...sample('refund_notice'),
        refund,
      } as never);
      return [html.replace(/<[^>]+>/g, ''), text].map(
        (one) => /Th[^.]* no longer valid: [^.]*\./.exec(one)?.[0],
      );
    };
    expect(await name(['Ada Sample'])).toEqual(Array(2).fill('This ticket is no longer valid: Ada Sample.'));
    expect(await name(['Ada Sample', 'Bo Sample'])).toEqual(
      Array(2).fill('These tickets are no longer valid: Ada Sample, Bo Sample.'),
    );
    expect(await name([])).toEqual([undefined, undefined]);
  });
});

describe('what staff write', () => {
  test('values are escaped everywhere, with any filter', async () => {
    const evil = { ...sample('ticket'), recipient: { firstName: '<img src=x onerror="alert(1)">' } };
    expect(await write('<h1>{{ recipient.firstName }}</h1>', evil)).toContain(
      '&lt;img src=x onerror="alert(1)"&gt;</h1>',
    );
    expect(await write('{{ recipient.firstName | raw }}', evil)).not.toContain('<img');
    const ticket = {
      name: '<b>Eve</b>',
      track: '',
      code: '"><script>',
      qrSrc: '" onload="x',
      url: '"><script>',
    };
    expect(await write("{% include 'tickets' %}", { ...evil, tickets: [ticket] })).not.toMatch(
      /<b>|<script>|" onload/,
    );
  });

  test('the shell around it escapes its values, too', async () => {
    const evil = (value: string) => `${value}<i>`;
    const { event, site, contact, ...others } = sample('ticket');
    const { html } = await renderMail(
      { subject: evil('Hello'), htmlContent: 'x', textContent: evil('Hello') },
      {
        ...others,
        event: { ...event, name: evil(event.name), host: evil(event.host), dates: evil(event.dates) },
        site: { url: evil(site.url) },
        contact: { phone: evil(contact.phone), email: evil(contact.email) },
      },
    );
    expect(html).not.toContain('<i>');
    // Name and email are in it twice.
    expect(html.match(/&#60;i&#62;/g)).toHaveLength(10);
  });

  test('a subject stays one line, so that it cannot start another header', async () => {
    const variables = { ...sample('ticket'), recipient: { firstName: 'Ana\r\nBcc: eve@example.org' } };
    const { subject } = await renderMail(
      { subject: 'Hello\n{{ recipient.firstName }}', htmlContent: 'x', textContent: 'x' },
      variables,
    );
    expect(subject).toBe('Hello Ana Bcc: eve@example.org');
  });

  test.each([
    ['One two. '.repeat(15), /^(?:One two. ){14}One two\.$/],
    ['One two. '.repeat(30), /^(?:One two. ){15}One…$/],
    ['🙂'.repeat(150), /^🙂{139}…$/u],
  ])('a long preview ends with a whole word and an ellipsis, case %#', async (textContent, wanted) => {
    const { html } = await renderMail({ subject: 'Hello', htmlContent: 'x', textContent }, sample('ticket'));
    expect(/mso-hide:all">(.*?)&#847;/.exec(html)?.[1]).toMatch(wanted);
  });

  test.each([
    ['a variable that is not offered', '{{ order.url }}', /undefined variable: order/],
    ['a filter that does not exist', '{{ event.name | shout }}', /undefined filter: shout/],
    ['a file', "{% include '/etc/passwd' %}", /ENOENT|Failed to lookup/],
    ['what values inherit', '{{ event.constructor }}', /undefined variable/],
    ['a tag that is not closed', '{% if event.name %}', /not closed/],
    ['an endless loop', '{% for a in (1..99999999) %}x{% endfor %}', /limit/],
    ['a template that is too long', 'x'.repeat(300_000), /limit/],
  ])('refuses %s', (_, html, message) => {
    expect(() => fill(html)).toThrow(message);
  });

  test('tags without a style get ours, others keep their own', async () => {
    // Mail clients would make a link without a color blue.
    const [plain, wide, own] = ['word-break:break-all', 'background-color:#fff', 'margin:0;color:red'];
    const link = (style: string) => `<a href="https://example.org" style="${style}">Open</a>`;
    const links = await write([plain, wide, own].map((style) => link(style)).join(''));
    const ours = 'color:#0B5D66;font-weight:600;';
    for (const style of [`${ours}${plain}`, `${ours}${wide}`, own]) expect(links).toContain(link(style));
    expect(await write('<p>One</p><p style="color:red">Two</p>')).toMatch(
      /<p style="margin:0 0 16px[^"]*">One<\/p><p style="color:red">Two<\/p>/,
    );
  });
});

test.each(EMAIL_KINDS)('the editor offers exactly the variables that %s gets', (kind) => {
  expect(Object.keys(offeredVariables(kind)).toSorted()).toEqual(paths(sample(kind)).toSorted());
});

function paths(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return paths(value[0], `${path}[]`);
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => paths(inner, path ? `${path}.${key}` : key));
}
