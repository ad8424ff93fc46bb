import type { MailKind } from './mail-variables.ts';
import type { TemplateParts } from './template-parts.ts';

const SEATS_LEFT =
  '{% if order.seats == 0 %}Your order has no seats left.{% elsif order.seats == 1 %}You still have 1 seat.{% else %}You still have {{ order.seats }} seats.{% endif %}';

/**
 * The initial email templates, in Liquid. A database gets each once: a change here doesn't reach the copies in
 * `email_templates`, which staff edit at the desk.
 */
export const templates: readonly (TemplateParts & { readonly type: MailKind })[] = [
  {
    type: 'order_confirmation',
    subject: 'You’re in: {{ event.name }}, {{ event.dates }}',
    htmlContent: `<h1>You’re in, {{ recipient.firstName }}!</h1>
<p>Thank you. {% if order.isFree %}Your registration is complete{% else %}Your payment has arrived{% endif %}, and {% if order.seats == 1 %}your seat is{% else %}your {{ order.seats }} seats are{% endif %} confirmed.{% unless event.isOver %} We look forward to seeing you.{% endunless %}</p>
{% include 'order-summary' %}
{% if order.freeSeats > 0 and event.isOver == false %}<p><strong>{{ order.freeSeats }} of your {{ order.seats }} seats still {% if order.freeSeats == 1 %}needs{% else %}need{% endif %} a name.</strong> {% if order.isNamingOpen %}Name {% if order.freeSeats == 1 %}it{% else %}them{% endif %} on your team’s page, or send your team a link.{% elsif order.seats > 1 %}Name {% if order.freeSeats == 1 %}it{% else %}them{% endif %} on your order’s page.{% else %}Reply to this email to name it.{% endif %} Each person gets a ticket by email.</p>{% endif %}
{% include 'order-button' %}
<h2>When and where</h2>
{% include 'when-and-where' %}
{% if tickets.size > 0 %}<h2>{% if tickets.size == 1 %}Your ticket{% else %}Tickets{% endif %}</h2>
{% include 'tickets' %}
{% endif %}{% unless event.isOver %}<h2>What’s next</h2>
<ul>
<li>Add the attached dates to your calendar.</li>
{% if tickets.size > 0 %}<li>Bring the QR code, on your phone or on paper.{% if event.doors != '' %} Doors and check-in open at {{ event.doors }}.{% endif %}</li>
{% endif %}<li>Access needs, diet, anything else? Reply to this email; a real person will read it.</li>
</ul>{% endunless %}`,
    textContent: `Hello {{ recipient.firstName }},

Thank you. {% if order.isFree %}Your registration is complete{% else %}Your payment has arrived{% endif %}, and {% if order.seats == 1 %}your seat is{% else %}your {{ order.seats }} seats are{% endif %} confirmed.{% unless event.isOver %} We look forward to seeing you.{% endunless %}

{% include 'order-summary' %}
{% if order.freeSeats > 0 and event.isOver == false %}
{{ order.freeSeats }} of your {{ order.seats }} seats still {% if order.freeSeats == 1 %}needs{% else %}need{% endif %} a name. {% if order.isNamingOpen %}Name {% if order.freeSeats == 1 %}it{% else %}them{% endif %} on your team's page, or send your team a link.{% elsif order.seats > 1 %}Name {% if order.freeSeats == 1 %}it{% else %}them{% endif %} on your order's page.{% else %}Reply to this email to name it.{% endif %} Each person gets a ticket by email.
{% endif %}
{% include 'order-button' %}

WHEN AND WHERE

{% include 'when-and-where' %}

{% if tickets.size > 0 %}{% if tickets.size == 1 %}YOUR TICKET{% else %}TICKETS{% endif %}

{% include 'tickets' %}

{% endif %}{% unless event.isOver %}WHAT'S NEXT

- Add the attached dates to your calendar.
{% if tickets.size > 0 %}- Bring the QR code or the ticket code, on your phone or on paper.{% if event.doors != '' %} Doors and check-in open at {{ event.doors }}.{% endif %}
{% endif %}- Access needs, diet, anything else? Reply to this email; a real person will read it.

{% endunless %}{{ event.host }}
{{ contact.email }}, {{ contact.phone }}
`,
  },
  {
    type: 'ticket',
    subject:
      '{% if tickets.size == 1 %}Your ticket{% else %}Your tickets{% endif %} for {{ event.name }}, {{ event.dates }}',
    htmlContent: `<h1>{{ recipient.firstName }}, here {% if tickets.size == 1 %}is your ticket{% else %}are your tickets{% endif %}.</h1>
{% unless event.isOver %}<p>You have a seat at {{ event.name }}. Show this code at the door, on your phone or on paper.</p>
{% endunless %}{% include 'tickets' %}
<h2>When and where</h2>
{% include 'when-and-where' %}
{% unless event.isOver %}<h2>What’s next</h2>
<ul>
<li>Add the attached dates to your calendar.</li>
{% if event.doors != '' %}<li>Come early: doors and check-in open at {{ event.doors }}.</li>{% endif %}
<li>Access needs, diet, anything else? Reply to this email; a real person will read it.</li>
</ul>
<p>Keep the code to yourself: it lets one person in, once a day.</p>{% endunless %}`,
    textContent: `Hello {{ recipient.firstName }},

{% unless event.isOver %}You have a seat at {{ event.name }}. Show the attached QR code or the ticket code below at the door, on your phone or on paper.

{% endunless %}{% if tickets.size == 1 %}YOUR TICKET{% else %}YOUR TICKETS{% endif %}

{% include 'tickets' %}

WHEN AND WHERE

{% include 'when-and-where' %}

{% unless event.isOver %}WHAT'S NEXT

- Add the attached dates to your calendar.
{% if event.doors != '' %}- Come early: doors and check-in open at {{ event.doors }}.
{% endif %}- Access needs, diet, anything else? Reply to this email; a real person will read it.

Keep the code to yourself: it lets one person in, once a day.

{% endunless %}{{ event.host }}
{{ contact.email }}, {{ contact.phone }}
`,
  },
  {
    type: 'refund_notice',
    subject: 'Your refund of {{ refund.amount }} ({{ order.number }})',
    htmlContent: `<h1>We are refunding {{ refund.amount }}.</h1>
{% if refund.reason == 'late_payment' %}<p>Hello {{ recipient.firstName }}, your payment for {{ event.name }} arrived too late, so we could not give you seats. We are sorry.</p>
<p>No tickets were issued, and we are refunding the full amount.</p>
{% elsif refund.reason == 'duplicate' %}<p>Hello {{ recipient.firstName }}, we received more than one payment for your order for {{ event.name }}. We are refunding the extra payment.{% if refund.endedTickets.size == 0 and order.seats > 0 %} <strong>Your registration and your tickets stay as they are.</strong>{% endif %}</p>
{% else %}<p>Hello {{ recipient.firstName }}, we are sending you a refund for {% if refund.seats == 1 %}1 canceled seat in {% elsif refund.seats > 1 %}{{ refund.seats }} canceled seats in {% endif %}your order for {{ event.name }}, {{ event.dates }}.{% if refund.seats > 0 %} ${SEATS_LEFT}{% endif %}</p>{% endif %}
{% if refund.endedTickets.size > 0 %}<p>{% if refund.endedTickets.size == 1 %}This ticket is no longer valid{% else %}These tickets are no longer valid{% endif %}: <strong>{{ refund.endedTickets | join: ', ' }}</strong>.</p>{% endif %}
<p>The refund goes to the card or account that you paid with. You don’t need to do anything; most banks show it within 5 to 10 days.</p>
<p>Registration ID <strong>{{ order.number }}</strong>. <a href="{{ order.url }}">See the order</a>{% if order.seats > 0 %} or <a href="{{ order.teamUrl }}">the team’s page</a>{% endif %}</p>`,
    textContent: `Hello {{ recipient.firstName }},

{% if refund.reason == 'late_payment' %}Your payment for {{ event.name }} arrived too late, so we could not give you seats. We are sorry. No tickets were issued, and we are refunding the full amount: {{ refund.amount }}.
{% elsif refund.reason == 'duplicate' %}We received more than one payment for your order for {{ event.name }}. We are refunding the extra payment: {{ refund.amount }}.{% if refund.endedTickets.size == 0 and order.seats > 0 %} Your registration and your tickets stay as they are.{% endif %}
{% else %}We are sending you a refund of {{ refund.amount }} for {% if refund.seats == 1 %}1 canceled seat in {% elsif refund.seats > 1 %}{{ refund.seats }} canceled seats in {% endif %}your order for {{ event.name }}, {{ event.dates }}.{% if refund.seats > 0 %} ${SEATS_LEFT}{% endif %}
{% endif %}{% if refund.endedTickets.size > 0 %}
{% if refund.endedTickets.size == 1 %}This ticket is no longer valid{% else %}These tickets are no longer valid{% endif %}: {{ refund.endedTickets | join: ', ' }}.
{% endif %}
The refund goes to the card or account that you paid with. You don't need to do anything; most banks show it within 5 to 10 days.

Registration ID: {{ order.number }}
Your order: {{ order.url }}{% if order.seats > 0 %}
Your team's page: {{ order.teamUrl }}{% endif %}

Questions? Reply to this email; a real person will read it.

{{ event.host }}
{{ contact.email }}, {{ contact.phone }}
`,
  },
  {
    type: 'refund_failed',
    subject: 'Your refund of {{ refund.amount }} did not go through ({{ order.number }})',
    htmlContent: `<h1>Your refund did not go through.</h1>
{% if refund.seatsStay %}<p>Hello {{ recipient.firstName }}, your refund of <strong>{{ refund.amount }}</strong> for {{ event.name }} did not go through, so <strong>nothing has been canceled</strong>. We are sorry. We are looking into it and will email you.</p>{% else %}<p>Hello {{ recipient.firstName }}, {% if refund.isAnnounced %}we told you that we were refunding <strong>{{ refund.amount }}</strong> for {{ event.name }}.{% elsif refund.seats > 0 %}{% if refund.seats == 1 %}one seat{% else %}{{ refund.seats }} seats{% endif %} in your order for {{ event.name }}, {{ event.dates }}, {% if refund.seats == 1 %}was{% else %}were{% endif %} canceled. ${SEATS_LEFT} We tried to refund <strong>{{ refund.amount }}</strong>.{% else %}we tried to refund <strong>{{ refund.amount }}</strong> for {{ event.name }}.{% endif %} The card or account that you paid with did not accept the money, so we still have it. We are sorry.</p>
{% if refund.endedTickets.size > 0 %}<p>{% if refund.endedTickets.size == 1 %}This ticket is no longer valid{% else %}These tickets are no longer valid{% endif %}: <strong>{{ refund.endedTickets | join: ', ' }}</strong>.</p>{% endif %}
<p>We will refund you another way. <strong>Please reply to this email</strong>, and we will arrange it with you. Please don’t send card or account numbers by email.</p>{% endif %}
<p>Registration ID <strong>{{ order.number }}</strong>. <a href="{{ order.url }}">See the order</a>{% if order.seats > 0 %} or <a href="{{ order.teamUrl }}">the team’s page</a>{% endif %}</p>`,
    textContent: `Hello {{ recipient.firstName }},

{% if refund.seatsStay %}Your refund of {{ refund.amount }} for {{ event.name }} did not go through, so nothing has been canceled. We are sorry. We are looking into it and will email you.{% else %}{% if refund.isAnnounced %}We told you that we were refunding {{ refund.amount }} for {{ event.name }}.{% elsif refund.seats > 0 %}{% if refund.seats == 1 %}One seat{% else %}{{ refund.seats }} seats{% endif %} in your order for {{ event.name }}, {{ event.dates }}, {% if refund.seats == 1 %}was{% else %}were{% endif %} canceled. ${SEATS_LEFT} We tried to refund {{ refund.amount }}.{% else %}We tried to refund {{ refund.amount }} for {{ event.name }}.{% endif %} The card or account that you paid with did not accept the money, so we still have it. We are sorry.
{% if refund.endedTickets.size > 0 %}
{% if refund.endedTickets.size == 1 %}This ticket is no longer valid{% else %}These tickets are no longer valid{% endif %}: {{ refund.endedTickets | join: ', ' }}.
{% endif %}
We will refund you another way. Please reply to this email, and we will arrange it with you. Please don't send card or account numbers by email.{% endif %}

Registration ID: {{ order.number }}
Your order: {{ order.url }}{% if order.seats > 0 %}
Your team's page: {{ order.teamUrl }}{% endif %}

{{ event.host }}
{{ contact.email }}, {{ contact.phone }}
`,
  },
  {
    type: 'seats_canceled',
    subject:
      '{% if canceled.seats == 1 %}{% if order.seats == 0 %}Your seat{% else %}1 seat{% endif %} is canceled{% else %}{{ canceled.seats }} seats are canceled{% endif %} ({{ order.number }})',
    htmlContent: `<h1>{% if canceled.seats == 1 %}{% if order.seats == 0 %}Your seat{% else %}1 seat{% endif %} is canceled.{% else %}{{ canceled.seats }} seats are canceled.{% endif %}</h1>
<p>Hello {{ recipient.firstName }}, {% if canceled.seats == 1 %}one seat{% else %}{{ canceled.seats }} seats{% endif %} in your order for {{ event.name }}, {{ event.dates }}, {% if canceled.seats == 1 %}was{% else %}were{% endif %} canceled. ${SEATS_LEFT}</p>
{% if canceled.endedTickets.size > 0 %}<p>{% if canceled.endedTickets.size == 1 %}This ticket is no longer valid{% else %}These tickets are no longer valid{% endif %}: <strong>{{ canceled.endedTickets | join: ', ' }}</strong>.</p>{% endif %}
<p><strong>There is no refund.</strong>{% if canceled.reason != '' %} {{ canceled.reason }}{% endif %}</p>
<p>Registration ID <strong>{{ order.number }}</strong>. <a href="{{ order.url }}">See the order</a>{% if order.seats > 0 %} or <a href="{{ order.teamUrl }}">the team’s page</a>{% endif %}</p>{% unless canceled.isByStaff %}
<p>If you didn’t do this, reply to this email; a real person will read it.</p>{% endunless %}`,
    textContent: `Hello {{ recipient.firstName }},

{% if canceled.seats == 1 %}One seat{% else %}{{ canceled.seats }} seats{% endif %} in your order for {{ event.name }}, {{ event.dates }}, {% if canceled.seats == 1 %}was{% else %}were{% endif %} canceled. ${SEATS_LEFT}
{% if canceled.endedTickets.size > 0 %}
{% if canceled.endedTickets.size == 1 %}This ticket is no longer valid{% else %}These tickets are no longer valid{% endif %}: {{ canceled.endedTickets | join: ', ' }}.
{% endif %}
There is no refund.{% if canceled.reason != '' %} {{ canceled.reason }}{% endif %}

Registration ID: {{ order.number }}
Your order: {{ order.url }}{% if order.seats > 0 %}
Your team's page: {{ order.teamUrl }}{% endif %}

{% unless canceled.isByStaff %}If you didn't do this, reply to this email; a real person will read it.

{% endunless %}{{ event.host }}
{{ contact.email }}, {{ contact.phone }}
`,
  },
  {
    type: 'ticket_ended',
    subject: 'Your ticket for {{ event.name }} is no longer valid',
    htmlContent: `<h1>Your ticket is no longer valid.</h1>
<p>Hello {{ recipient.firstName }}, your ticket for {{ event.name }}, {{ event.dates }}, in the name of <strong>{{ ticket.name }}</strong>, was canceled. Its code no longer works at the door.</p>
<p>Any refund goes to the person who paid. If this comes as a surprise, ask the person who registered you, or reply to this email; a real person will read it.</p>`,
    textContent: `Hello {{ recipient.firstName }},

Your ticket for {{ event.name }}, {{ event.dates }}, in the name of {{ ticket.name }}, was canceled. Its code no longer works at the door.

Any refund goes to the person who paid. If this comes as a surprise, ask the person who registered you, or reply to this email; a real person will read it.

{{ event.host }}
{{ contact.email }}, {{ contact.phone }}
`,
  },
  {
    type: 'ticket_replaced',
    subject:
      'Your ticket for {{ event.name }} {% if isFreed %}is no longer valid{% else %}now belongs to someone else{% endif %}',
    htmlContent: `<h1>{% if isFreed %}Your ticket is no longer valid.{% else %}Your ticket now belongs to someone else.{% endif %}</h1>
<p>{% if isFreedByHolder %}Your ticket for {{ event.name }}, {{ event.dates }}, was returned on its page.{% elsif isFreed %}The person who registered you, or our staff, freed your seat at {{ event.name }}, {{ event.dates }}.{% else %}Your seat at {{ event.name }}, {{ event.dates }}, was given to another person.{% endif %} The code you have{% if endedCode != '' %}, ending in {{ endedCode }},{% endif %} no longer works at the door.</p>
<p>If this comes as a surprise, ask the person who registered you, or reply to this email; a real person will read it.</p>`,
    textContent: `Hello,

{% if isFreedByHolder %}Your ticket for {{ event.name }}, {{ event.dates }}, was returned on its page.{% elsif isFreed %}The person who registered you, or our staff, freed your seat at {{ event.name }}, {{ event.dates }}.{% else %}Your seat at {{ event.name }}, {{ event.dates }}, was given to another person.{% endif %} The code you have{% if endedCode != '' %}, ending in {{ endedCode }},{% endif %} no longer works at the door.

If this comes as a surprise, ask the person who registered you, or reply to this email; a real person will read it.

{{ event.host }}
{{ contact.email }}, {{ contact.phone }}
`,
  },
  {
    type: 'team_change',
    subject:
      '{% if isFreedByStaff %}{% if isYours %}Your seat{% else %}{{ ticket.name }}’s seat{% endif %} at {{ event.name }} is free again{% elsif isReturned %}{% if isYours %}You returned your ticket for {{ event.name }}{% else %}{{ ticket.name }} can’t come to {{ event.name }}{% endif %}{% elsif order.seats == 1 %}{{ ticket.name }} now has the ticket for {{ event.name }}{% else %}{{ ticket.name }} has a seat on your team{% endif %} ({{ order.number }})',
    htmlContent: `<h1>{% if isFreedByStaff %}{% if isYours %}Your seat{% else %}{{ ticket.name }}’s seat{% endif %} is free again.{% elsif isReturned %}{% if isYours %}You returned your ticket.{% else %}{{ ticket.name }} can’t come.{% endif %}{% elsif order.seats == 1 %}{{ ticket.name }} now has the ticket.{% else %}{{ ticket.name }} has a seat on your team.{% endif %}</h1>
{% if isFreedByStaff %}<p>Hello {{ recipient.firstName }}, our staff freed {% if isYours %}your seat{% else %}{{ ticket.name }}’s seat{% endif %} at {{ event.name }}, {{ event.dates }}. The ticket’s code no longer works at the door, and <strong>the seat stays in your order</strong>. If this comes as a surprise, reply to this email; a real person will read it.</p>
{% elsif isReturned %}<p>Hello {{ recipient.firstName }}, {% if isYours %}you returned your ticket{% else %}{{ ticket.name }} returned the ticket{% endif %} for {{ event.name }}, {{ event.dates }}. Its code no longer works at the door, and <strong>{% if refundDue != '' %}under the refund policy, {{ refundDue }} will be refunded to you once we have checked it{% elsif order.seats == 1 %}we will contact you if a refund is due{% else %}the seat is free again{% endif %}</strong>.</p>
{% else %}<p>Hello {{ recipient.firstName }}, the holder of a ticket for {{ event.name }}, {{ event.dates }}, in your order gave it to <strong>{{ ticket.name }}</strong>, who has a new code. The old code{% if endedCode != '' %}, ending in {{ endedCode }},{% endif %} no longer works. You don’t need to do anything.</p>{% endif %}
<p>Registration ID <strong>{{ order.number }}</strong></p>
{% if isReturned and order.seats == 1 and isFreedByStaff == false %}<p><a href="{{ order.url }}">See the order</a></p>{% else %}{% include 'order-button' %}{% endif %}`,
    textContent: `Hello {{ recipient.firstName }},

{% if isFreedByStaff %}Our staff freed {% if isYours %}your seat{% else %}{{ ticket.name }}'s seat{% endif %} at {{ event.name }}, {{ event.dates }}. The ticket's code no longer works at the door, and the seat stays in your order. If this comes as a surprise, reply to this email; a real person will read it.
{% elsif isReturned %}{% if isYours %}You returned your ticket{% else %}{{ ticket.name }} returned the ticket{% endif %} for {{ event.name }}, {{ event.dates }}. Its code no longer works at the door, and {% if refundDue != '' %}under the refund policy, {{ refundDue }} will be refunded to you once we have checked it{% elsif order.seats == 1 %}we will contact you if a refund is due{% else %}the seat is free again{% endif %}.
{% else %}The holder of a ticket for {{ event.name }}, {{ event.dates }}, in your order gave it to {{ ticket.name }}, who has a new code. The old code{% if endedCode != '' %}, ending in {{ endedCode }},{% endif %} no longer works. You don't need to do anything.
{% endif %}
Registration ID: {{ order.number }}

{% if isReturned and order.seats == 1 and isFreedByStaff == false %}Your order: {{ order.url }}{% else %}{% include 'order-button' %}{% endif %}

{{ event.host }}
{{ contact.email }}, {{ contact.phone }}
`,
  },
  {
    type: 'claim_invitation',
    subject: 'Your seat at {{ event.name }}, {{ event.dates }} (from {{ invitation.team }})',
    htmlContent: `<h1>You have a seat at {{ event.name }}.</h1>
<p><strong>{{ invitation.team }}</strong> has a seat for you. Open the link and enter your name and email address, and we will email you your ticket. It costs you nothing.</p>
{% if invitation.personalLine != '' %}<p>{{ invitation.team }} writes: “{{ invitation.personalLine }}”</p>{% endif %}
{% include 'claim-button' %}
<h2>When and where</h2>
{% include 'when-and-where' %}
<p>If you weren’t expecting this invitation, ignore this email. Nothing happens unless you claim the seat.</p>`,
    textContent: `Hello,

{{ invitation.team }} has a seat for you at {{ event.name }}. Open the link and enter your name and email address, and we will email you your ticket. It costs you nothing.
{% if invitation.personalLine != '' %}
{{ invitation.team }} writes: "{{ invitation.personalLine }}"
{% endif %}
{% include 'claim-button' %}

WHEN AND WHERE

{% include 'when-and-where' %}

If you weren't expecting this invitation, ignore this email. Nothing happens unless you claim the seat.

{{ event.host }}
{{ contact.email }}, {{ contact.phone }}
`,
  },
  {
    type: 'team_reminder',
    subject:
      '{% if order.freeSeats == 1 %}1 seat still needs{% else %}{{ order.freeSeats }} seats still need{% endif %} a name: {{ event.name }} ({{ order.number }})',
    htmlContent: `<h1>{% if order.freeSeats == 1 %}1 seat still needs{% else %}{{ order.freeSeats }} seats still need{% endif %} a name.</h1>
<p>Hello {{ recipient.firstName }}, please name the people who are coming with you by <strong>{{ reminder.endsOn }}</strong>. Each person then gets a ticket by email.</p>
{% include 'team-button' %}
<h2>Free seats</h2>
<ul>
{% for seat in reminder.seats %}<li>Seat {{ seat.number }}: {% if seat.invitation != '' %}invited, {{ seat.invitation }}, not claimed yet: <a href="{{ seat.url }}" style="word-break:break-all">{{ seat.url }}</a>{% else %}free{% endif %}</li>
{% endfor %}</ul>
{% if reminder.teamLink != '' %}<p>Share your team’s link: <a href="{{ reminder.teamLink }}" style="word-break:break-all">{{ reminder.teamLink }}</a>. Anyone who opens it can claim a free seat.</p>{% endif %}
<p>Registration ID <strong>{{ order.number }}</strong>. <a href="{{ reminder.stopUrl }}">Stop these reminders</a></p>`,
    textContent: `Hello {{ recipient.firstName }},

{% if order.freeSeats == 1 %}1 seat still needs{% else %}{{ order.freeSeats }} seats still need{% endif %} a name. Please name the people who are coming with you by {{ reminder.endsOn }}. Each person then gets a ticket by email.

{% include 'team-button' %}

FREE SEATS

{% for seat in reminder.seats %}- Seat {{ seat.number }}: {% if seat.invitation != '' %}invited, {{ seat.invitation }}, not claimed yet: {{ seat.url }}{% else %}free{% endif %}
{% endfor %}
{% if reminder.teamLink != '' %}Share your team's link: {{ reminder.teamLink }}
(Anyone who opens it can claim a free seat.)

{% endif %}Registration ID: {{ order.number }}
Stop these reminders: {{ reminder.stopUrl }}

{{ event.host }}
{{ contact.email }}, {{ contact.phone }}
`,
  },
  {
    type: 'my_tickets',
    subject:
      '{% if links.size == 0 %}Your order{% elsif links.size == 1 %}Your ticket{% else %}Your tickets{% endif %} for {{ event.name }}',
    htmlContent: `<h1>{% if links.size == 0 %}Here is your order.{% elsif links.size == 1 %}Here is your ticket.{% else %}Here are your tickets.{% endif %}</h1>
<p>Someone, probably you, asked us to email the links for this address. If it wasn’t you, ignore this email; no one else has received the links.</p>
{% include 'ticket-links' %}
{% if orderLinks.size > 0 %}<h2>{% if orderLinks.size == 1 %}Your order{% else %}Your orders{% endif %}</h2>
<ul>
{% for one in orderLinks %}<li><a href="{{ one.url }}">{{ one.number }}</a></li>
{% endfor %}</ul>{% endif %}
<p>Keep the links to yourself: {% if orderLinks.size > 0 %}anyone with an order’s link can see and change the order, and use its tickets{% else %}anyone who has one can use the ticket{% endif %}.</p>`,
    textContent: `Hello,

Someone, probably you, asked us to email the links for this address. If it wasn't you, ignore this email; no one else has received the links.

{% include 'ticket-links' %}
{% if orderLinks.size > 0 %}
{% if orderLinks.size == 1 %}YOUR ORDER{% else %}YOUR ORDERS{% endif %}

{% for one in orderLinks %}{{ one.number }}: {{ one.url }}
{% endfor %}{% endif %}
Keep the links to yourself: {% if orderLinks.size > 0 %}anyone with an order's link can see and change the order, and use its tickets{% else %}anyone who has one can use the ticket{% endif %}.

{{ event.host }}
{{ contact.email }}, {{ contact.phone }}
`,
  },
];
