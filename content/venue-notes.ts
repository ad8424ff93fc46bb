/** What speaks for the venue, on the landing page, in the guide and beside printed tickets. */
export const venueNotes = [
  {
    title: 'One room, good sight lines',
    text: 'Davis Auditorium has sloped seating, so the back row sees and hears as well as the front.',
  },
  {
    title: 'Easy to reach',
    text: 'The campus is two blocks from the University of Denver light-rail station, with visitor parking along High Street.',
  },
  {
    title: 'Open to all',
    text: 'Step-free entrances, hearing loops, a quiet room and a room for nursing parents.',
  },
];
