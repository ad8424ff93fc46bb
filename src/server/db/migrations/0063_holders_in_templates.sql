-- The mail to a ticket's holder spoke of somebody else: "Dear Ada, Ada Sample's ticket … was canceled."
UPDATE email_templates
SET html_content = replace(html_content, '<strong>{{ ticket.name }}</strong>’s ticket for', 'your ticket (<strong>{{ ticket.name }}</strong>) for'),
    text_content = replace(text_content, '{{ ticket.name }}''s ticket for', 'Your ticket ({{ ticket.name }}) for')
WHERE type = 'ticket_ended';
