/** Shown wherever people are checked in, on any day that isn't an event day. */
export const REHEARSAL = { title: 'Rehearsal: check-ins don’t count', text: 'Today is not an event day.' };
