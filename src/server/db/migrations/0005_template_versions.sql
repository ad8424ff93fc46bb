-- The template before each save, so that staff can restore it.
CREATE TABLE email_template_versions (
  id serial PRIMARY KEY,
  template_id integer NOT NULL REFERENCES email_templates (id) ON DELETE CASCADE,
  subject text NOT NULL,
  html_content text NOT NULL,
  text_content text NOT NULL,
  saved_by text NOT NULL,
  saved_at timestamptz NOT NULL
);
CREATE INDEX email_template_versions_template ON email_template_versions (template_id, id DESC);
