-- Buyers who canceled seats themselves also hear of a refund that failed before it canceled them.
UPDATE email_templates
SET html_content = replace(html_content, E'did not accept the money, so we still have it. We are sorry.</p>\n',
      E'did not accept the money, so we still have it. We are sorry.</p>\n{% if refund.seatsStay %}<p><strong>Nothing was canceled:</strong> your tickets stay valid until we have refunded you.</p>{% endif %}\n'),
    text_content = replace(text_content, E'did not accept the money, so we still have it. We are sorry.\n\nWe will',
      E'did not accept the money, so we still have it. We are sorry.\n{% if refund.seatsStay %}\nNothing was canceled: your tickets stay valid until we have refunded you.\n{% endif %}\nWe will')
WHERE type = 'refund_failed';
