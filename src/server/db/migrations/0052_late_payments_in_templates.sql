-- Late money is also refunded because the event is over, whether or not seats are left.
UPDATE email_templates
SET html_content = replace(html_content, 'arrived after we could no longer hold your seats, and the last seats were taken in the meantime.',
      'arrived too late, so we could not give you seats.'),
    text_content = replace(text_content, 'arrived after we could no longer hold your seats, and the last seats were taken in the meantime.',
      'arrived too late, so we could not give you seats.')
WHERE type = 'refund_notice';
