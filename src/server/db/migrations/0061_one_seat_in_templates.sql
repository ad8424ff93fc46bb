-- "1 of your 5 seats has no name yet. Name them …" was wrong by a number, and opening an invitation does nothing yet.
UPDATE email_templates
SET html_content = replace(html_content, 'Name them on your', 'Name {% if order.openSeats == 1 %}it{% else %}them{% endif %} on your'),
    text_content = replace(text_content, 'Name them on your', 'Name {% if order.openSeats == 1 %}it{% else %}them{% endif %} on your')
WHERE type = 'order_confirmation';
UPDATE email_templates
SET html_content = replace(html_content, 'Nothing happens unless you open the link.', 'Nothing happens unless you claim the seat.'),
    text_content = replace(text_content, 'Nothing happens unless you open the link.', 'Nothing happens unless you claim the seat.')
WHERE type = 'claim_invitation';
