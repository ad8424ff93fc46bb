/** Shown wherever people are checked in, on any day that isn't an event day. */
export const REHEARSAL = 'Rehearsal: today is not an event day, so check-ins don’t count.';
