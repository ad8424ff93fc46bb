/** The registration form's data. Sample people only. */
export function pendingRegistration(changes: Record<string, unknown> = {}) {
  return {
    firstName: 'Jane',
    lastName: 'Sample',
    email: 'jane@example.org',
    phone: '303 555 0100',
    organization: 'Sample School',
    eventType: 'conference',
    track: 'caregivers',
    amount: 20,
    finalAmount: 20,
    attendeeCount: 1,
    teamMembers: [] as Record<string, unknown>[],
    ...changes,
  };
}

let buyers = 0;

/** A checkout's body, with a different buyer each time. */
export function checkout(changes: Record<string, unknown> = {}) {
  buyers += 1;
  const email = `${changes.checkoutId ?? `buyer${buyers}`}@example.org`;
  const registrationData = pendingRegistration({ email, ...changes });
  return {
    eventType: registrationData.eventType,
    teamMemberCount: registrationData.attendeeCount,
    pricingType: registrationData.attendeeCount === 1 ? 'individual' : 'group',
    registrationData,
  };
}

/** A 10-person package with three people named, the leader first. */
export function teamOfTen(changes: Record<string, unknown> = {}) {
  return checkout({
    email: 'jane@example.org',
    amount: 200,
    finalAmount: 200,
    attendeeCount: 10,
    teamMembers: [
      { firstName: 'Jane', lastName: 'Sample', email: 'jane@example.org', track: 'caregivers' },
      { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: 'professionals' },
      { firstName: 'Bo', lastName: 'Sample', email: 'bo@example.org', track: 'caregivers' },
    ],
    ...changes,
  });
}

/** The billing details of a card form. */
export const billingData = {
  email: 'jane@example.org',
  firstName: 'Jane',
  lastName: 'Sample',
  addressLine1: '1 Sample Street',
  locality: 'Denver',
  administrativeDistrictLevel1: 'CO',
  postalCode: '80210',
  country: 'US' as const,
};
