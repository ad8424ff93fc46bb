export const id = 'This scan has no valid id';
export const decidedAt = 'Give the time as a date with its time of day';
export const invitation = 'This invitation is not valid. Please ask staff for a new code.';
export const person = 'Please enter your first name';
export const door = 'Please choose a door';
export const maxPhones = 'Choose between 1 and 50 phones';
export const tooManyScans = 'Too many scans in one call';
