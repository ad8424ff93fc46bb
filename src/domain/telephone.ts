/** Calls from any country: a number that is written without its country code is one of the United States. */
export function telephoneUrl(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  if (phone.trim().startsWith('+')) return `tel:+${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? `tel:+${digits}` : `tel:+1${digits}`;
}
