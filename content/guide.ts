import { cyberTipline } from './cyber-tipline.ts';

/** The participant guide's texts. Its schedule and venue come from their own files. */
export const guide = {
  title: 'Participant guide',
  intro: 'What to know before you come, and what to keep afterward.',
  bring: [
    {
      title: 'Your QR code',
      text: 'On your phone or on paper. Each named person gets one in the ticket email.',
    },
    {
      title: 'A sweater and a water bottle',
      text: 'The hall is cool and the air is dry. You can refill your bottle at the fountains.',
    },
    {
      title: 'Something to write with',
      text: 'You will find question cards and a resource list on your seat.',
    },
    { title: 'A question', text: 'From home, school or work. Every session leaves time for questions.' },
  ],
  tracks: {
    caregivers: {
      title: 'Caregivers',
      text: 'For parents, grandparents, foster families and anyone raising a child.',
    },
    professionals: {
      title: 'Professionals',
      text: 'For teachers, counselors, clinicians, police officers and others who work with children.',
    },
  },
  help: {
    title: 'Need help now?',
    text: 'If someone is in danger right now, call 911. These lines are confidential and are open 24/7.',
    lines: [
      {
        name: 'CyberTipline',
        text: 'Report the online exploitation of a child: 1-800-843-5678',
        url: cyberTipline,
      },
      {
        name: 'Take It Down',
        text: 'Have images of people under 18 removed without giving your name: takeitdown.ncmec.org',
        url: 'https://takeitdown.ncmec.org/',
      },
      {
        name: 'Childhelp',
        text: 'Talk about abuse with a counselor: 1-800-422-4453, call or text',
        url: 'https://www.childhelphotline.org/',
      },
      {
        name: '988 Lifeline',
        text: 'For anyone in distress: call or text 988',
        url: 'https://988lifeline.org/',
      },
      {
        name: 'Human Trafficking Hotline',
        text: '1-888-373-7888, or text 233733',
        url: 'https://humantraffickinghotline.org/',
      },
    ],
  },
};
