-- These mails didn't say which ticket was meant, and the earlier name is gone: the code's end tells tickets apart.
UPDATE email_templates
SET html_content = replace(html_content,
      'The code you have no longer works at the door.',
      'The code you have{% if endedCode != '''' %}, ending in {{ endedCode }},{% endif %} no longer works at the door.'),
    text_content = replace(text_content,
      'The code you have no longer works at the door.',
      'The code you have{% if endedCode != '''' %}, ending in {{ endedCode }},{% endif %} no longer works at the door.')
WHERE type = 'ticket_replaced';
UPDATE email_templates
SET html_content = replace(replace(html_content,
      'the holder of a ticket in your order gave it to',
      'the holder of a ticket for {{ event.name }}, {{ event.dates }}, in your order gave it to'),
      'The old code no longer works. You don’t',
      'The old code{% if endedCode != '''' %}, ending in {{ endedCode }},{% endif %} no longer works. You don’t'),
    text_content = replace(replace(text_content,
      'The holder of a ticket in your order gave it to',
      'The holder of a ticket for {{ event.name }}, {{ event.dates }}, in your order gave it to'),
      'The old code no longer works. You don''t',
      'The old code{% if endedCode != '''' %}, ending in {{ endedCode }},{% endif %} no longer works. You don''t')
WHERE type = 'team_change';
