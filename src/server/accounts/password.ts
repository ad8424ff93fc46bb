import { type BinaryLike, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** The parameters with the least memory on OWASP's list: 32 MiB for each check, of which four run at once. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 2 ** 20 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** `scrypt$N$r$p$salt$key`, in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Whether the password is the stored one. Without a stored one it takes as long, so that the time doesn't tell who has a
 * password.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, N, r, p, salt, key] = (stored ?? NOBODYS).split('$');
  const expected = Buffer.from(key!, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: COST.maxmem };
  const actual = await derive(password, Buffer.from(salt!, 'base64url'), cost);
  return timingSafeEqual(actual, expected) && stored !== null;
}

const NOBODYS = ['scrypt', COST.N, COST.r, COST.p, 'AAAAAAAAAAAAAAAAAAAAAA', 'A'.repeat(43)].join('$');

function derive(password: string, salt: BinaryLike, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The same password typed on two systems may be composed differently.
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, cost, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
