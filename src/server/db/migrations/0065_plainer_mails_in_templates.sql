-- Mails that are sent again after the event invited to it, and asked for names.
UPDATE email_templates
SET html_content = replace(replace(replace(html_content,
      ' We look forward to seeing you.',
      '{% unless event.isOver %} We look forward to seeing you.{% endunless %}'),
      '{% if order.freeSeats > 0 %}',
      '{% if order.freeSeats > 0 and event.isOver == false %}'),
      E'<h2>What’s next</h2>\n<ul>\n<li>Add the attached dates to your calendar.</li>\n<li>Bring the QR code, on your phone or on paper.{% if event.doors != '''' %} Doors and check-in open at {{ event.doors }}.{% endif %}</li>\n<li>Access needs, diet, anything else? Reply to this email; a person will read it.</li>\n</ul>',
      E'{% unless event.isOver %}<h2>What’s next</h2>\n<ul>\n<li>Add the attached dates to your calendar.</li>\n<li>Bring the QR code, on your phone or on paper.{% if event.doors != '''' %} Doors and check-in open at {{ event.doors }}.{% endif %}</li>\n<li>Access needs, diet, anything else? Reply to this email; a person will read it.</li>\n</ul>{% endunless %}'),
    text_content = replace(replace(replace(text_content,
      ' We look forward to seeing you.',
      '{% unless event.isOver %} We look forward to seeing you.{% endunless %}'),
      '{% if order.freeSeats > 0 %}',
      '{% if order.freeSeats > 0 and event.isOver == false %}'),
      E'WHAT''S NEXT\n\n- Add the attached dates to your calendar.\n- Bring the QR code or the ticket code, on your phone or on paper.{% if event.doors != '''' %} Doors and check-in open at {{ event.doors }}.{% endif %}\n- Access needs, diet, anything else? Reply to this email; a person will read it.\n\n',
      E'{% unless event.isOver %}WHAT''S NEXT\n\n- Add the attached dates to your calendar.\n- Bring the QR code or the ticket code, on your phone or on paper.{% if event.doors != '''' %} Doors and check-in open at {{ event.doors }}.{% endif %}\n- Access needs, diet, anything else? Reply to this email; a person will read it.\n\n{% endunless %}')
WHERE type = 'order_confirmation';
UPDATE email_templates
SET html_content = replace(replace(html_content,
      E'<h2>What’s next</h2>\n<ul>\n<li>Add the attached dates to your calendar.</li>\n{% if event.doors != '''' %}<li>Come early: doors and check-in open at {{ event.doors }}.</li>{% endif %}\n<li>Access needs, diet, anything else? Reply to this email; a person will read it.</li>\n</ul>\n<p>Keep the code to yourself: it lets one person in, once a day.</p>',
      E'{% unless event.isOver %}<h2>What’s next</h2>\n<ul>\n<li>Add the attached dates to your calendar.</li>\n{% if event.doors != '''' %}<li>Come early: doors and check-in open at {{ event.doors }}.</li>{% endif %}\n<li>Access needs, diet, anything else? Reply to this email; a person will read it.</li>\n</ul>\n<p>Keep the code to yourself: it lets one person in, once a day.</p>{% endunless %}'),
      E'<p>You have a seat at {{ event.name }}. Show this code at the door, on your phone or on paper.</p>\n',
      E'{% unless event.isOver %}<p>You have a seat at {{ event.name }}. Show this code at the door, on your phone or on paper.</p>\n{% endunless %}'),
    text_content = replace(replace(text_content,
      E'WHAT''S NEXT\n\n- Add the attached dates to your calendar.\n{% if event.doors != '''' %}- Come early: doors and check-in open at {{ event.doors }}.\n{% endif %}- Access needs, diet, anything else? Reply to this email; a person will read it.\n\nKeep the code to yourself: it lets one person in, once a day.\n\n',
      E'{% unless event.isOver %}WHAT''S NEXT\n\n- Add the attached dates to your calendar.\n{% if event.doors != '''' %}- Come early: doors and check-in open at {{ event.doors }}.\n{% endif %}- Access needs, diet, anything else? Reply to this email; a person will read it.\n\nKeep the code to yourself: it lets one person in, once a day.\n\n{% endunless %}'),
      E'You have a seat at {{ event.name }}. Show the attached QR code or the ticket code below at the door, on your phone or on paper.\n\n',
      E'{% unless event.isOver %}You have a seat at {{ event.name }}. Show the attached QR code or the ticket code below at the door, on your phone or on paper.\n\n{% endunless %}')
WHERE type = 'ticket';
-- Mails about refunds didn't name the event, or how many seats the buyer keeps.
UPDATE email_templates
SET html_content = replace(replace(html_content,
      'more than one payment for the same order.',
      'more than one payment for your order for {{ event.name }}.'),
      '{% if refund.seats == 0 %}your order{% elsif refund.seats == 1 %}1 canceled seat{% else %}{{ refund.seats }} canceled seats{% endif %}.',
      '{% if refund.seats == 1 %}1 canceled seat of {% elsif refund.seats > 1 %}{{ refund.seats }} canceled seats of {% endif %}your order for {{ event.name }}, {{ event.dates }}.{% if refund.seats > 0 %} {% if order.seats == 0 %}Your order has no seats left.{% elsif order.seats == 1 %}You keep 1 seat.{% else %}You keep {{ order.seats }} seats.{% endif %}{% endif %}'),
    text_content = replace(replace(text_content,
      'more than one payment for the same order.',
      'more than one payment for your order for {{ event.name }}.'),
      '{% if refund.seats == 0 %}your order{% elsif refund.seats == 1 %}1 canceled seat{% else %}{{ refund.seats }} canceled seats{% endif %}.',
      '{% if refund.seats == 1 %}1 canceled seat of {% elsif refund.seats > 1 %}{{ refund.seats }} canceled seats of {% endif %}your order for {{ event.name }}, {{ event.dates }}.{% if refund.seats > 0 %} {% if order.seats == 0 %}Your order has no seats left.{% elsif order.seats == 1 %}You keep 1 seat.{% else %}You keep {{ order.seats }} seats.{% endif %}{% endif %}')
WHERE type = 'refund_notice';
-- A refund may fail before its notice was sent; then this mail is the first to say what was canceled.
UPDATE email_templates
SET html_content = replace(replace(html_content,
      'your refund of <strong>{{ refund.amount }}</strong> did not go through',
      'your refund of <strong>{{ refund.amount }}</strong> for {{ event.name }} did not go through'),
      E'we told you that we were refunding <strong>{{ refund.amount }}</strong>. The card or account that you paid with did not accept the money, so we still have it. We are sorry.</p>\n<p>We will refund you another way.',
      E'{% if refund.isAnnounced %}we told you that we were refunding <strong>{{ refund.amount }}</strong> for {{ event.name }}.{% elsif refund.seats > 0 %}{% if refund.seats == 1 %}one seat{% else %}{{ refund.seats }} seats{% endif %} of your order for {{ event.name }}, {{ event.dates }}, {% if refund.seats == 1 %}was{% else %}were{% endif %} canceled. {% if order.seats == 0 %}Your order has no seats left.{% elsif order.seats == 1 %}You keep 1 seat.{% else %}You keep {{ order.seats }} seats.{% endif %} We tried to refund <strong>{{ refund.amount }}</strong>.{% else %}we tried to refund <strong>{{ refund.amount }}</strong> for {{ event.name }}.{% endif %} The card or account that you paid with did not accept the money, so we still have it. We are sorry.</p>\n{% if refund.endedTickets.size > 0 %}<p>{% if refund.endedTickets.size == 1 %}This ticket is no longer valid{% else %}These tickets are no longer valid{% endif %}: <strong>{{ refund.endedTickets | join: '', '' }}</strong>.</p>{% endif %}\n<p>We will refund you another way.'),
    text_content = replace(replace(text_content,
      'Your refund of {{ refund.amount }} did not go through',
      'Your refund of {{ refund.amount }} for {{ event.name }} did not go through'),
      E'We told you that we were refunding {{ refund.amount }}. The card or account that you paid with did not accept the money, so we still have it. We are sorry.\n\nWe will refund you another way.',
      E'{% if refund.isAnnounced %}We told you that we were refunding {{ refund.amount }} for {{ event.name }}.{% elsif refund.seats > 0 %}{% if refund.seats == 1 %}One seat{% else %}{{ refund.seats }} seats{% endif %} of your order for {{ event.name }}, {{ event.dates }}, {% if refund.seats == 1 %}was{% else %}were{% endif %} canceled. {% if order.seats == 0 %}Your order has no seats left.{% elsif order.seats == 1 %}You keep 1 seat.{% else %}You keep {{ order.seats }} seats.{% endif %} We tried to refund {{ refund.amount }}.{% else %}We tried to refund {{ refund.amount }} for {{ event.name }}.{% endif %} The card or account that you paid with did not accept the money, so we still have it. We are sorry.\n{% if refund.endedTickets.size > 0 %}\n{% if refund.endedTickets.size == 1 %}This ticket is no longer valid{% else %}These tickets are no longer valid{% endif %}: {{ refund.endedTickets | join: '', '' }}.\n{% endif %}\nWe will refund you another way.')
WHERE type = 'refund_failed';
-- The warning was in the plain text alone, and also in mails about what staff had canceled.
UPDATE email_templates
SET html_content = replace(replace(html_content,
      '<strong>There is no refund.</strong> {{ canceled.reason }}',
      '<strong>There is no refund.</strong>{% if canceled.reason != '''' %} {{ canceled.reason }}{% endif %}'),
      'See the order</a>{% if order.seats > 0 %} or <a href="{{ order.teamUrl }}">the team’s page</a>{% endif %}</p>',
      E'See the order</a>{% if order.seats > 0 %} or <a href="{{ order.teamUrl }}">the team’s page</a>{% endif %}</p>{% unless canceled.isByStaff %}\n<p>If you didn’t do this, reply to this email; a person will read it.</p>{% endunless %}'),
    text_content = replace(replace(text_content,
      'There is no refund. {{ canceled.reason }}',
      'There is no refund.{% if canceled.reason != '''' %} {{ canceled.reason }}{% endif %}'),
      E'If you didn''t do this, reply to this email; a person will read it.\n\n',
      E'{% unless canceled.isByStaff %}If you didn''t do this, reply to this email; a person will read it.\n\n{% endunless %}')
WHERE type = 'seats_canceled';
-- Somebody whom the buyer or staff had removed read that the seat was given back.
UPDATE email_templates
SET html_content = replace(html_content,
      '{% if isFreed %}Your seat at {{ event.name }}, {{ event.dates }}, was given back.',
      '{% if isFreedByHolder %}Your seat at {{ event.name }}, {{ event.dates }}, was given back on your ticket’s page.{% elsif isFreed %}The person who registered you, or our staff, freed your seat at {{ event.name }}, {{ event.dates }}.'),
    text_content = replace(text_content,
      '{% if isFreed %}Your seat at {{ event.name }}, {{ event.dates }}, was given back.',
      '{% if isFreedByHolder %}Your seat at {{ event.name }}, {{ event.dates }}, was given back on your ticket''s page.{% elsif isFreed %}The person who registered you, or our staff, freed your seat at {{ event.name }}, {{ event.dates }}.')
WHERE type = 'ticket_replaced';
-- The buyer whose order's only ticket was given back was asked to name the seat, and read nothing about the refund.
UPDATE email_templates
SET html_content = replace(replace(html_content,
      '{% if order.seats == 1 %}we will contact you if a refund is due',
      '{% if refundDue != '''' %}under the refund policy, {{ refundDue }} will be refunded to you once we have checked it{% elsif order.seats == 1 %}we will contact you if a refund is due'),
      '{% include ''order-button'' %}',
      '{% if isReturned and order.seats == 1 and isFreedByStaff == false %}<p><a href="{{ order.url }}">See the order</a></p>{% else %}{% include ''order-button'' %}{% endif %}'),
    text_content = replace(replace(text_content,
      '{% if order.seats == 1 %}we will contact you if a refund is due',
      '{% if refundDue != '''' %}under the refund policy, {{ refundDue }} will be refunded to you once we have checked it{% elsif order.seats == 1 %}we will contact you if a refund is due'),
      '{% include ''order-button'' %}',
      '{% if isReturned and order.seats == 1 and isFreedByStaff == false %}Your order: {{ order.url }}{% else %}{% include ''order-button'' %}{% endif %}')
WHERE type = 'team_change';
-- Phones show the beginning of a subject, which was the organization alone.
UPDATE email_templates
SET subject = replace(subject,
      '{{ invitation.team }} has a seat for you at {{ event.name }}, {{ event.dates }}',
      'Your seat at {{ event.name }}, {{ event.dates }} (from {{ invitation.team }})')
WHERE type = 'claim_invitation';
-- A date in the middle of a sentence needs a comma after the year.
UPDATE email_templates
SET html_content = replace(html_content,
      'you have until <strong>{{ reminder.endsOn }}</strong> to name the people who are coming with you.',
      'please name the people who are coming with you by <strong>{{ reminder.endsOn }}</strong>.'),
    text_content = replace(text_content,
      'You have until {{ reminder.endsOn }} to name the people who are coming with you.',
      'Please name the people who are coming with you by {{ reminder.endsOn }}.')
WHERE type = 'team_reminder';
