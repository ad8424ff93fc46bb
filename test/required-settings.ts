/** An environment with only the variables that the site needs. */
export const requiredSettings = {
  PUBLIC_URL: 'https://summit.example.org',
  CONTACT_PHONE: '(303) 555-0142',
  CONTACT_EMAIL: 'hello@example.org',
  ADMIN_EMAILS: 'ada@example.org, bo@example.org',
  OIDC_ISSUER: 'https://login.example.org',
  OIDC_CLIENT_ID: 'summit',
  OIDC_CLIENT_SECRET: 'sample-secret',
  SMTP_URL: 'smtps://user:password@mail.example.org',
  MAIL_FROM: 'Summit <tickets@example.org>',
  STRIPE_SECRET_KEY: 'sk_live_sample',
  STRIPE_WEBHOOK_SECRET: 'whsec_sample',
};
