-- A seat without a name is a free seat everywhere; templates called it open.
UPDATE email_templates
SET subject = replace(subject, 'openSeats', 'freeSeats'),
    html_content = replace(html_content, 'openSeats', 'freeSeats'),
    text_content = replace(text_content, 'openSeats', 'freeSeats');
