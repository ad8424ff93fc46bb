// Messages of the field for a day's seats. Kept apart from the desk's other words, because visitors' pages load this
// file.

export const seats = 'Enter a whole number of seats';
export const seatsNegative = 'Enter 0 or more';
export const tooManySeats = (most: number) => `Enter at most ${most.toLocaleString('en-US')}`;
