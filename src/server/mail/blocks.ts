import { CODE_FONT, COLORS, DISPLAY_FONT, WRAPS } from './mail-style.ts';

/** The link's text depends on what the team's page offers for the order. */
const TEAM_LINK = [
  '{% if event.isOver %}{% if order.seats == 1 %}See your seat{% else %}See your team’s seats{% endif %}',
  '{% elsif order.freeSeats > 0 and order.isNamingOpen %}',
  '{% if order.seats == 1 %}Name your seat{% else %}Name your seats, or let your team do it{% endif %}',
  '{% elsif order.seats != 1 %}See or change your team’s seats',
  '{% elsif order.freeSeats > 0 %}See your seat',
  '{% else %}Correct the name, or give the seat to someone else{% endif %}',
].join('');

/**
 * Parts that templates include with `{% include 'tickets' %}`. Their look is fixed; staff edit the text around them.
 */
export const HTML_BLOCKS: Readonly<Record<string, string>> = {
  'when-and-where': panel(`
{% for day in event.days %}
<p class="ink" style="margin:0 0 12px;font-size:17px;line-height:1.45;color:${COLORS.ink}"><strong style="font-family:${DISPLAY_FONT};font-size:20px;letter-spacing:-0.01em">{{ day.date }}</strong><br>{{ day.time }}{% if event.days.size > 1 %} · {{ day.title }}{% endif %}</p>
{% endfor %}
<p class="ink" style="margin:0;font-size:17px;line-height:1.45;color:${COLORS.ink}">{{ event.venue }}<br>{{ event.organization }}<br>{{ event.address }}<br>
<a href="{{ event.mapUrl }}" style="color:${COLORS.harbor};font-weight:600">Show on a map</a></p>`),

  tickets: `{% for ticket in tickets %}${panel(
    `
<div class="stub" style="display:inline-block;width:100%;max-width:290px;vertical-align:top;text-align:left">
<p class="quiet" style="margin:0 0 4px;font-size:14px;line-height:1.4;color:${COLORS.quiet}">Ticket · {{ event.name }}</p>
<p class="ink" style="margin:0 0 12px;font-family:${DISPLAY_FONT};font-size:24px;line-height:1.15;font-weight:700;letter-spacing:-0.02em;${WRAPS};color:${COLORS.ink}">{{ ticket.name }}</p>
<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:1.5;color:${COLORS.ink}">{{ event.dates }}{% if ticket.track != '' %}<br>Track: {{ ticket.track }}{% endif %}</p>
</div><div style="display:inline-block;width:198px;vertical-align:top;text-align:center">
<img src="{{ ticket.qrSrc }}" width="198" height="198" alt="QR code of {{ ticket.name }}" style="display:block;width:198px;height:198px;border:0;border-radius:12px;background:#FFFFFF;color:#10243E">
</div>
{% if ticket.url != '' %}<div style="margin:18px 0 0;text-align:left">${button('{{ ticket.url }}', 'Open my ticket')}</div>{% endif %}
<p class="quiet rule" style="margin:18px 0 0;padding:12px 0 0;border-top:2px dashed ${COLORS.line};font-family:${CODE_FONT};font-size:13px;line-height:1.4;${WRAPS};color:${COLORS.quiet}">{{ ticket.code }}</p>`,
    'center',
  )}{% endfor %}`,

  'order-summary': `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;border-collapse:collapse">
${summaryRow('Registration ID', `<span style="font-family:${CODE_FONT};font-weight:600">{{ order.number }}</span>`)}
${summaryRow('Package', '{{ order.package }}')}
${summaryRow('For', '{{ order.eventType }}')}
${summaryRow('Seats', '{{ order.seats }}')}
{% if order.paid != order.total %}${summaryRow('Total', '{{ order.total }}')}{% endif %}
{% if order.paid != '' %}${summaryRow('Paid', '{{ order.paid }}')}{% endif %}
{% if order.refunded != '' %}${summaryRow('Refunded', '{{ order.refunded }}')}{% endif %}
</table>`,

  'order-button': `<div style="margin:0 0 12px">${button('{{ order.url }}', 'Open your order')}</div>
<p style="margin:0 0 12px"><a href="{{ order.teamUrl }}" style="color:${COLORS.harbor};font-weight:600">${TEAM_LINK}</a></p>
${quiet('Keep the links to yourself: anyone who has them can see the order and every ticket.')}`,

  'team-button': `<div style="margin:0 0 12px">${button('{{ order.teamUrl }}', 'Name your seats')}</div>
${quiet('Keep the link to yourself: anyone who has it can see the order and change who is coming.')}`,

  'ticket-links': `{% for link in links %}${panel(`
<p class="ink" style="margin:0 0 12px;font-family:${DISPLAY_FONT};font-size:20px;line-height:1.2;font-weight:700;${WRAPS};color:${COLORS.ink}">{{ link.name }}</p>
${button('{{ link.url }}', 'Open my ticket')}`)}{% endfor %}`,

  'claim-button': `<div style="margin:0 0 12px">${button('{{ invitation.url }}', 'Claim your seat')}</div>
${quiet('The link is good for one seat, through {{ invitation.endsOn }}. Keep it to yourself.')}`,
};

/** The same parts in plain text. */
export const TEXT_BLOCKS: Readonly<Record<string, string>> = {
  'when-and-where': `{% for day in event.days %}{{ day.date }}, {{ day.time }}{% if event.days.size > 1 %} ({{ day.title }}){% endif %}
{% endfor %}{{ event.venue }}
{{ event.organization }}
{{ event.address }}
Map: {{ event.mapUrl }}`,

  tickets: `{% for ticket in tickets %}{{ ticket.name }}{% if ticket.track != '' %} ({{ ticket.track }}){% endif %}
Ticket code: {{ ticket.code }}
{% if ticket.url != '' %}Open my ticket: {{ ticket.url }}
{% endif %}{% unless forloop.last %}
{% endunless %}{% endfor %}`,

  'order-summary': `Registration ID: {{ order.number }}
Package: {{ order.package }}
For: {{ order.eventType }}
Seats: {{ order.seats }}{% if order.paid != order.total %}
Total: {{ order.total }}{% endif %}{% if order.paid != '' %}
Paid: {{ order.paid }}{% endif %}{% if order.refunded != '' %}
Refunded: {{ order.refunded }}{% endif %}`,

  'order-button': `Your order: {{ order.url }}
${TEAM_LINK}: {{ order.teamUrl }}
(Keep the links to yourself: anyone who has them can see the order and every ticket.)`,

  'team-button': `Name your seats: {{ order.teamUrl }}
(Keep the link to yourself: anyone who has it can see the order and change who is coming.)`,

  'ticket-links': `{% for link in links %}{{ link.name }}: {{ link.url }}
{% endfor %}`,

  'claim-button': `Claim your seat: {{ invitation.url }}
(The link is good for one seat, through {{ invitation.endsOn }}. Keep it to yourself.)`,
};

function button(url: string, label: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${COLORS.beacon}" style="background:${COLORS.beacon};border-radius:14px">
<a class="button" href="${url}" style="display:inline-block;padding:14px 26px;font-size:17px;line-height:1.2;font-weight:700;color:${COLORS.ink};text-decoration:none">${label}</a></td></tr></table>`;
}

function panel(inner: string, align: 'left' | 'center' = 'left'): string {
  return `<table role="presentation" class="panel" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${COLORS.mist}" style="margin:0 0 16px;background:${COLORS.mist};border:1px solid ${COLORS.line};border-radius:16px;border-collapse:separate"><tr><td align="${align}" style="padding:22px 22px">${inner}</td></tr></table>`;
}

function quiet(text: string): string {
  return `<p class="quiet" style="margin:0 0 24px;font-size:14px;line-height:1.5;color:${COLORS.quiet}">${text}</p>`;
}

function summaryRow(label: string, value: string): string {
  const cell = `padding:8px 0;border-bottom:1px solid ${COLORS.line};font-size:16px;line-height:1.4`;
  return `<tr><td class="quiet rule" style="${cell};color:${COLORS.quiet}">${label}</td><td class="ink rule" align="right" style="${cell};font-weight:600;color:${COLORS.ink}">${value}</td></tr>`;
}
