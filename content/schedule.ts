import type { Schedule, ScheduleItem } from '#domain/program.ts';
import { event } from './event.ts';

/** The conference day, tentative. Times are wall times in the event's zone. */
export const schedule: Schedule = {
  day: event.day,
  tentative: true,
  items: [
    item('08:00', '09:00', 'arrival', 'Doors and check-in', {
      detail: 'Coffee in the foyer while you find a seat.',
    }),
    item('09:00', '09:20', 'plenary', 'Welcome'),
    item('09:20', '10:00', 'keynote', 'Keynote: what children face online this year', {
      speaker: 'Sample Speaker Two',
    }),
    item('10:15', '11:00', 'keynote', 'Keynote: how grooming works, and where it can be stopped', {
      speaker: 'Sample Speaker Three',
    }),
    item('11:00', '12:00', 'breakout', 'Breakouts', {
      tracks: [
        { track: 'caregivers', title: 'Family agreements that hold' },
        { track: 'professionals', title: 'From disclosure to report' },
      ],
    }),
    item('12:00', '13:30', 'break', 'Lunch', { detail: 'Included in every conference ticket.' }),
    item('13:30', '14:00', 'panel', 'Teen panel'),
    item('14:00', '14:30', 'keynote', 'Keynote: images, threats and the first hour'),
    item('14:30', '15:10', 'keynote', 'Keynote: what platforms can do by design', {
      speaker: 'Sample Speaker Five',
    }),
    item('15:10', '16:00', 'breakout', 'Breakouts', {
      tracks: [
        { track: 'caregivers', title: 'Games, chat and the living room' },
        { track: 'professionals', title: 'A child-protection plan for your organization' },
      ],
    }),
    item('16:00', '16:40', 'keynote', 'Keynote: the adults children turn to', {
      speaker: 'Sample Speaker Seven',
    }),
    item('16:40', '17:00', 'plenary', 'Closing'),
  ],
};

function item(
  from: string,
  to: string,
  kind: ScheduleItem['kind'],
  title: string,
  rest: Partial<Pick<ScheduleItem, 'detail' | 'tracks' | 'speaker'>> = {},
): ScheduleItem {
  return { from, to, kind, title, detail: null, tracks: [], speaker: null, ...rest };
}
