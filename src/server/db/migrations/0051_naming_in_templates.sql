-- Once naming on the team's page has ended, the confirmation must not send buyers there.
UPDATE email_templates
SET html_content = replace(html_content, 'Name them on your team’s page, or send your team a link.',
      '{% if order.isNamingOpen %}Name them on your team’s page, or send your team a link.{% elsif order.seats > 1 %}Name them on your order’s page.{% else %}Reply to this email to name it.{% endif %}'),
    text_content = replace(text_content, 'Name them on your team''s page, or send your team a link.',
      '{% if order.isNamingOpen %}Name them on your team''s page, or send your team a link.{% elsif order.seats > 1 %}Name them on your order''s page.{% else %}Reply to this email to name it.{% endif %}')
WHERE type = 'order_confirmation';
