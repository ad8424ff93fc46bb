/** The person as the provider vouches for them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** ASCII letters in lower case. */
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly pictureUrl: string | null;
}

type Claims = Readonly<Record<string, unknown>>;

export function identityOf(issuer: string, subject: string, claims: Claims): Identity {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 254) : null);
  const [first, ...rest] = (text(claims.name) ?? '').split(' ');
  return {
    issuer,
    subject,
    // `toLowerCase` would turn letters of other alphabets into plain ones: another address.
    email: text(claims.email)?.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) ?? null,
    isEmailVerified: isEmailVouchedFor(issuer, claims),
    firstName: text(claims.given_name) ?? text(first),
    lastName: text(claims.family_name) ?? text(rest.join(' ')),
    pictureUrl: text(claims.picture),
  };
}

/** Microsoft has a claim of its own: the organisation has shown that the address's domain is its. */
export function isEmailVouchedFor(issuer: string, claims: Claims): boolean {
  if (claims.email_verified === true) return true;
  const isMicrosoft = new URL(issuer).origin === 'https://login.microsoftonline.com';
  return isMicrosoft && [true, 1, '1', 'true'].includes(claims.xms_edov as string | number | boolean);
}
