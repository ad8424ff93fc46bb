/** Someone the provider knows and one can sign in as. */
export interface Person {
  email: string;
  name: string;
  /** True unless said otherwise. */
  emailVerified?: boolean;
}

/** The demo's people: `allowed` ones belong in the site's allow-list, the first is also its coupon administrator. */
export const samplePeople: readonly (Person & { allowed: boolean })[] = [
  { email: 'admin@example.org', name: 'Avery Quinn', allowed: true },
  { email: 'maria.lopez@example.org', name: 'Maria Lopez', allowed: true },
  { email: 'james.okafor@example.org', name: 'James Okafor', allowed: true },
  { email: 'door@example.org', name: 'Dana Whitehorse', allowed: true },
  { email: 'desk@example.org', name: 'Kenji Sato', allowed: true },
  // On the allow-list, and still kept out: only a verified address counts.
  { email: 'sam.rivers@example.org', name: 'Sam Rivers', emailVerified: false, allowed: true },
  { email: 'visitor@example.org', name: 'Robin Visser', allowed: false },
];
