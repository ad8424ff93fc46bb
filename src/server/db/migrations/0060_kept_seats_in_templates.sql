-- A buyer who canceled one seat of several keeps the others: "Your seat is canceled" read as if all had gone.
UPDATE email_templates
SET subject = replace(subject, '{% if canceled.seats == 1 %}Your seat is canceled',
      '{% if canceled.seats == 1 %}{% if order.seats == 0 %}Your seat{% else %}1 seat{% endif %} is canceled'),
    html_content = replace(html_content, '{% if canceled.seats == 1 %}Your seat is canceled',
      '{% if canceled.seats == 1 %}{% if order.seats == 0 %}Your seat{% else %}1 seat{% endif %} is canceled')
WHERE type = 'seats_canceled';
