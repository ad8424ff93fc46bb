// What the field for a day's seats says. Apart from the desk's other words, as visitors' pages load this contract.

export const seats = 'Enter a whole number of seats';
export const seatsNegative = 'Enter 0 or more';
export const tooManySeats = (most: number) => `At most ${most.toLocaleString('en-US')}, please`;
