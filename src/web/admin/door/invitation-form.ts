import * as z from 'zod/mini';
import { inviteDoorPhones } from '#contract/door.ts';
import { now } from '../../clock.ts';

export const invitationForm = z.extend(inviteDoorPhones.body, {
  endsAt: z.iso
    .datetime('Choose a day and a time')
    .check(z.refine((at) => Date.parse(at) > now().getTime(), 'Choose a time in the future')),
});
