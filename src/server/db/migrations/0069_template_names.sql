-- A freed seat's mail is not the one that was called "Ticket no longer valid".
UPDATE email_templates SET name = 'Ticket canceled' WHERE type = 'ticket_ended' AND name = 'Ticket no longer valid';
UPDATE email_templates SET name = 'Ticket passed on or seat freed'
WHERE type = 'ticket_replaced' AND name = 'Ticket has a new holder';
