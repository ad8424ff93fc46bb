const SUGGESTED = [
  'gmail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'comcast.net',
  'protonmail.com',
];

/** Real domains that look like a typo of one above. */
const REAL = ['mail.com', 'ymail.com', 'email.com', 'rocketmail.com'];

/** The probably intended address, or null. Only a hint: any address may be correct. */
export function emailHint(email: string): string | null {
  const match = /^(\S+)@([^\s@]+)$/.exec(email.trim());
  if (!match) return null;
  const [, name, typed] = match as unknown as [string, string, string];
  const domain = typed.toLowerCase();
  if (SUGGESTED.includes(domain) || REAL.includes(domain)) return null;
  const meant = SUGGESTED.find((known) => isOneSlipAway(domain, known));
  return meant ? `${name}@${meant}` : null;
}

/** One letter too many, too few, wrong, or swapped with its neighbor. */
function isOneSlipAway(typed: string, known: string): boolean {
  if (Math.abs(typed.length - known.length) > 1) return false;
  let start = 0;
  while (start < typed.length && typed[start] === known[start]) start += 1;
  let end = 0;
  while (
    end < Math.min(typed.length, known.length) - start &&
    typed[typed.length - 1 - end] === known[known.length - 1 - end]
  )
    end += 1;
  const [typedRest, knownRest] = [
    typed.slice(start, typed.length - end),
    known.slice(start, known.length - end),
  ];
  if (typedRest.length <= 1 && knownRest.length <= 1) return true;
  return typedRest.length === 2 && typedRest === [...knownRest].toReversed().join('');
}
