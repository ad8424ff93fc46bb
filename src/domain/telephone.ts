/** Dialable from any country: a number without a country code is a US number. */
export function telephoneUrl(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  if (phone.trim().startsWith('+')) return `tel:+${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? `tel:+${digits}` : `tel:+1${digits}`;
}
