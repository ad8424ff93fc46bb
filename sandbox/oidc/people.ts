/** A person to sign in as. */
export interface Person {
  email: string;
  name: string;
  /** True by default. */
  emailVerified?: boolean;
}

/** The demo's people: `allowed` ones belong in the site's allow-list, the first is also its coupon administrator. */
export const samplePeople: readonly (Person & { allowed: boolean })[] = [
  { email: 'admin@example.org', name: 'Avery Quinn', allowed: true },
  { email: 'maria.lopez@example.org', name: 'Maria Lopez', allowed: true },
  { email: 'james.okafor@example.org', name: 'James Okafor', allowed: true },
  { email: 'door@example.org', name: 'Dana Whitehorse', allowed: true },
  { email: 'desk@example.org', name: 'Kenji Sato', allowed: true },
  // On the allow-list but refused: only a verified address counts.
  { email: 'sam.rivers@example.org', name: 'Sam Rivers', emailVerified: false, allowed: true },
  { email: 'visitor@example.org', name: 'Robin Visser', allowed: false },
];
