/** Said at a pasted list whose people are not in the seats. `isFull`: all seats have a person already. */
export const unfilledList = (isFull: boolean) =>
  isFull
    ? 'No seat is left for the people in your list. Clear it to continue.'
    : 'Fill the seats from your list, or clear it to continue.';
