/** What a printed ticket says besides names, days and places. Must not contain characters that the PDF fonts lack. */
export const TICKET_PDF_WORDS = {
  title: (name: string) => `Ticket: ${name}`,
  titleOfSeveral: (count: number) => `${count} tickets`,
  track: (name: string) => `Track: ${name}`,
  qrCode: (name: string) => `QR code for ${name}’s ticket. The code is also printed below.`,
  nameNotPrinted:
    'Some letters in the name cannot be printed here. The check-in list and the ticket’s page show the full name.',
  showCode: 'Show this code at the door, on your phone or on paper.',
  when: 'When',
  where: 'Where',
  doors: (time: string) => `Doors and check-in from ${time}`,
  map: 'Show the address on a map',
  registration: (number: string) => `Registration ID ${number}`,
};
