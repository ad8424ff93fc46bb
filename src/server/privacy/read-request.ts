/** What an operator wants to do about the person with that address. */
export interface PrivacyRequest {
  readonly verb: 'export' | 'erase';
  readonly email: string;
  readonly evenWithTicket: boolean;
}

/** The words of the privacy command; null if they say something else. */
export function readRequest([verb, email, ...flags]: readonly string[]): PrivacyRequest | null {
  // An address pasted with a name, or from a link, would match no one.
  if ((verb !== 'export' && verb !== 'erase') || !/^[^\s<>:@]+@[^\s<>:@]+$/.test(email ?? '')) return null;
  const isKnown = verb === 'export' ? flags.length === 0 : flags.every((one) => one === '--even-with-ticket');
  return isKnown ? { verb, email: email!, evenWithTicket: flags.length > 0 } : null;
}
