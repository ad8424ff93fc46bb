import type { Topic } from '#domain/program.ts';

export const topics: readonly Topic[] = [
  {
    title: 'Games and chat under 13',
    sentence: 'Know the rooms your child plays in.',
    detail:
      'Voice chat, gifts and private servers: what draws children in, what to turn off, and how to stay welcome there yourself.',
  },
  {
    title: 'When images are used as threats',
    sentence: 'The first hour matters more than the first mistake.',
    detail: 'How sextortion unfolds, and the words, calls and takedown tools that help a child right away.',
  },
  {
    title: 'Privacy, age and the law',
    sentence: 'Ask children for less data, and protect them better.',
    detail:
      'What the law asks of schools, clubs and platforms, in plain language, with templates you can take home.',
  },
  {
    title: 'The adults children turn to',
    sentence: 'Be the one they come to.',
    detail:
      'How trust is built before anything happens, and what to do in the minute after a child has spoken.',
  },
];
