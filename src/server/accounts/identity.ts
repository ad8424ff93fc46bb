import { foldAscii } from '#domain/access.ts';

/** The person, as vouched for by the provider. */
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
  const [first, ...rest] = (textOf(claims.name) ?? '').split(' ');
  return {
    issuer,
    subject,
    email: emailOf(claims.email),
    isEmailVerified: isEmailVouchedFor(issuer, claims),
    firstName: textOf(claims.given_name) ?? textOf(first),
    lastName: textOf(claims.family_name) ?? textOf(rest.join(' ')),
    pictureUrl: textOf(claims.picture),
  };
}

/** Microsoft has its own claim: the organization has proved that it owns the address's domain. */
export function isEmailVouchedFor(issuer: string, claims: Claims): boolean {
  if (claims.email_verified === true) return true;
  const isMicrosoft = new URL(issuer).origin === 'https://login.microsoftonline.com';
  return isMicrosoft && [true, 1, '1', 'true'].includes(claims.xms_edov as string | number | boolean);
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return value.replaceAll(/\p{Cc}/gu, '').slice(0, 254) || null;
}

/** An address is used as it is or not at all: after trimming it could be another person's. */
export function emailOf(value: unknown): string | null {
  if (typeof value !== 'string' || !/^[^@\s\p{Cc}]+@[^@\s\p{Cc}]+$/u.test(value) || value.length > 254)
    return null;
  return foldAscii(value);
}
