-- Spells the variable for the venue's owner as everywhere else.

UPDATE email_templates
SET html_content = replace(html_content, 'event.organisation', 'event.organization'),
    text_content = replace(text_content, 'event.organisation', 'event.organization')
WHERE html_content || text_content LIKE '%event.organisation%';

UPDATE email_template_versions
SET html_content = replace(html_content, 'event.organisation', 'event.organization'),
    text_content = replace(text_content, 'event.organisation', 'event.organization')
WHERE html_content || text_content LIKE '%event.organisation%';
