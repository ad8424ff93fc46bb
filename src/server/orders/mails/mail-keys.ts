/** Addresses are compared ignoring case. */
export function addressKey(email: string): string {
  return email.trim().toLowerCase();
}

/** The subject of a mail for one registration; `occasion` distinguishes mails of a kind. */
export function registrationKey(id: number, occasion: string): string {
  return `registration:${id}:${occasion}`;
}

/** The registration that a mail is for; null if it is for everyone at an address. */
export function registrationOfKey(subjectKey: string): number | null {
  const match = /^registration:(\d+):/.exec(subjectKey);
  return match ? Number(match[1]) : null;
}

/** A registration's seat is freed at most once. */
export function freedKey(id: number): string {
  return registrationKey(id, 'freed');
}

export function isFreedKey(subjectKey: string): boolean {
  return subjectKey === freedKey(registrationOfKey(subjectKey) ?? 0);
}

export function linkKey(id: string): string {
  return `link:${id}`;
}

/** The claim link that a mail is for. */
export function linkOfKey(subjectKey: string): string | null {
  return /^link:([0-9a-f-]{36})$/.exec(subjectKey)?.[1] ?? null;
}

export function codeKey(id: number): string {
  return `code:${id}`;
}

/** The code whose end a mail is about. */
export function codeOfKey(subjectKey: string): number | null {
  const match = /^code:(\d+)$/.exec(subjectKey);
  return match ? Number(match[1]) : null;
}
