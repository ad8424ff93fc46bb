-- No refund may be due for a returned ticket, and its mail must not promise one.
UPDATE email_templates
SET html_content = replace(html_content, 'we will contact you about a refund', 'we will contact you if a refund is due'),
    text_content = replace(text_content, 'we will contact you about a refund', 'we will contact you if a refund is due')
WHERE type = 'team_change';

-- The refund of a duplicate payment ends the tickets if it returns the order's last money.
UPDATE email_templates
SET html_content = replace(html_content, ' <strong>Your registration and your tickets stay as they are.</strong>',
      '{% if refund.endedTickets.size == 0 and order.seats > 0 %} <strong>Your registration and your tickets stay as they are.</strong>{% endif %}'),
    text_content = replace(text_content, ' Your registration and your tickets stay as they are.',
      '{% if refund.endedTickets.size == 0 and order.seats > 0 %} Your registration and your tickets stay as they are.{% endif %}')
WHERE type = 'refund_notice';
