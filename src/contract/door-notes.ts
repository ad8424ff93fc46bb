import * as z from 'zod/mini';

/** Notes from a person's admissions, today's and earlier ones; latest first. */
export const doorNotes = z.array(z.object({ text: z.string(), at: z.iso.datetime(), by: z.string() }));
export type DoorNotes = z.output<typeof doorNotes>;
