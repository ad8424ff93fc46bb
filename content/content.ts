import { deadlines } from './deadlines.ts';
import { event } from './event.ts';
import { gallery } from './gallery.ts';
import { host } from './host.ts';
import { packages } from './packages.ts';
import { refunds } from './refunds.ts';
import { schedule } from './schedule.ts';
import { speakers } from './speakers.ts';
import { speakerOrganizations, sponsors } from './sponsors.ts';
import { topics } from './topics.ts';
import { venueNotes } from './venue-notes.ts';

/** The event's data in one value, validated at startup. The other files here are texts, imported where they are shown. */
export const content = {
  event,
  venueNotes,
  host,
  packages,
  deadlines,
  refunds,
  schedule,
  topics,
  speakers,
  sponsors,
  speakerOrganizations,
  gallery,
};
