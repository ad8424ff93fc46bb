import * as z from 'zod/mini';
import { TRACKS } from '#domain/packages.ts';
import { eventType } from './checkout.ts';
import { count, email, firstName, lastName, optionalText, optionalTrack } from './fields.ts';
import { isSecondPerson } from './orders.ts';
import { personForm } from './person.ts';
import { route } from './route.ts';
import { tooManyPeople } from './words/fields.ts';
import * as teamWords from './words/team.ts';

const instant = z.iso.datetime();

/** A mail as it went: null for none, else when it was sent, or that it waits or cannot arrive. */
const mailState = z.nullable(
  z.object({ state: z.enum(['sent', 'waiting', 'failed']), sentAt: z.nullable(instant) }),
);
export type MailState = z.output<typeof mailState>;

/** Somebody with a seat, without what only they and the organizer need to know, such as their diet. */
const teamPerson = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  track: z.nullable(z.enum(TRACKS)),
  isOrganizer: z.boolean(),
  isCheckedIn: z.boolean(),
  /** Part of a refund that is under way: nothing about them changes any more. */
  isLeaving: z.boolean(),
  ticketMail: mailState,
  ticketOpenedAt: z.nullable(instant),
});
export type TeamPerson = z.output<typeof teamPerson>;

/** A link that is out. `url` is the whole link: whoever has it may take the seat. */
const claimLink = z.object({
  id: z.uuid(),
  url: z.string(),
  createdAt: instant,
  mailedTo: z.nullable(z.string()),
  mail: mailState,
});
export type ClaimLink = z.output<typeof claimLink>;

/** The seats of a paid order, as its buyer and staff see them. */
const team = z.object({
  order: z.object({
    id: z.int(),
    transactionId: z.string(),
    registrationNumber: z.string(),
    eventType,
    packageLabel: z.string(),
    /** Who the team is called in links and mails: its organization, or the buyer's first name. */
    teamName: z.string(),
    isPaid: z.boolean(),
  }),
  /** The last day on which the team names seats itself, and whether it still can; staff always can. */
  namingEndsOn: z.iso.date(),
  isNamingOpen: z.boolean(),
  seats: z.int(),
  /** Seats without a name, invited ones included. */
  freeSeats: z.int(),
  people: z.array(teamPerson),
  invitations: z.array(claimLink),
  teamLink: z.nullable(claimLink),
  remindersStoppedAt: z.nullable(instant),
});
export type Team = z.output<typeof team>;

/** `transactionId` identifies the order as in `getRegistration`. Each of these calls answers with the team afterwards. */
export const getTeam = route({
  method: 'GET',
  path: '/api/order/{transactionId}/team',
  permission: 'anyone',
  response: team,
});

/** Everybody gets a seat, or nobody. */
export const nameSeats = route({
  method: 'POST',
  path: '/api/order/{transactionId}/team/people',
  permission: 'anyone',
  body: z.object({
    people: z
      .array(z.extend(personForm, { isSecondPerson }))
      .check(z.minLength(1, teamWords.nobody), z.maxLength(10, tooManyPeople(10))),
    /** Invitations that end with this call, so that their seats can be named. */
    insteadOf: z._default(z.array(z.uuid(teamWords.linkId)).check(z.maxLength(10, teamWords.linkId)), []),
  }),
  response: team,
});

const seen = z.object({ firstName, lastName, email, track: z.optional(optionalTrack) });

/**
 * Corrects a person or gives the seat to another one. `seen` is what the form opened with. Dietary needs stay as they
 * are unless given; those of another person start empty.
 */
export const changeTeamPerson = route({
  method: 'POST',
  path: '/api/order/{transactionId}/team/people/{registrationId}',
  permission: 'anyone',
  body: z.extend(personForm, { seen }),
  response: team,
});

/** Takes a person out; the seat is free again, and the person is told. */
export const freeTeamSeat = route({
  method: 'POST',
  path: '/api/order/{transactionId}/team/people/{registrationId}/free',
  permission: 'anyone',
  body: z.object({ seen }),
  response: team,
});

/** What mail programs make a link of: an invitation leads to our page and nowhere else. */
const LINK = /:\/\/|www\.|\.[a-z]{2,}\//i;

const personalLine = z.pipe(
  optionalText(200),
  z.nullable(z.string().check(z.refine((text) => !LINK.test(text), teamWords.noLinks))),
);

/** `id` is made by the page, so that a repeated call makes one link. With `mailTo` the site sends the invitation. */
export const createClaimLink = route({
  method: 'POST',
  path: '/api/order/{transactionId}/team/links',
  permission: 'anyone',
  body: z.object({
    id: z.uuid(teamWords.linkId),
    forTeam: z.boolean(),
    mailTo: z.nullish(email),
    personalLine: z.optional(personalLine),
  }),
  response: team,
});

export const withdrawClaimLink = route({
  method: 'POST',
  path: '/api/order/{transactionId}/team/links/{linkId}/withdraw',
  permission: 'anyone',
  response: team,
});

export const stopReminders = route({
  method: 'POST',
  path: '/api/order/{transactionId}/reminders/stop',
  permission: 'anyone',
  response: z.object({ stopped: z.literal(true) }),
});

export const resumeReminders = route({
  method: 'POST',
  path: '/api/order/{transactionId}/reminders/resume',
  permission: 'anyone',
  response: z.object({ stopped: z.literal(false) }),
});

/** The secret of a claim link, from its fragment. */
const key = z
  .string(teamWords.claimKey)
  .check(z.minLength(1, teamWords.claimKey), z.maxLength(64, teamWords.claimKey));

/** What a claim link is for. Nothing about anybody but the team's name. */
export const lookAtClaim = route({
  method: 'POST',
  path: '/api/claim/look',
  permission: 'anyone',
  body: z.object({ key }),
  response: z.object({
    teamName: z.string(),
    eventType,
    forTeam: z.boolean(),
    /** How many seats the team's link still gives; 1 for a single one. */
    seatsLeft: z.int(),
    namingEndsOn: z.iso.date(),
  }),
});

/** Takes the seat. `pageKey` is the secret of the ticket's own page. */
export const claimSeat = route({
  method: 'POST',
  path: '/api/claim',
  permission: 'anyone',
  body: z.extend(personForm, { key, isSecondPerson }),
  response: z.object({ firstName: z.string(), email: z.string(), pageKey: z.string() }),
});

const nudge = z.object({
  /** Orders that get a reminder, the seats without a name in them, and those reminded by staff today already. */
  orders: z.int(),
  freeSeats: z.int(),
  nudgedToday: z.int(),
});
export type Nudge = z.output<typeof nudge>;

/** What nudging all teams would send now. */
export const previewNudge = route({
  method: 'GET',
  path: '/api/admin/team-nudge',
  permission: 'admin',
  response: nudge,
});

/** Reminds the buyers of all teams with free seats, each at most once a day. `orders` is what the preview showed. */
export const nudgeTeams = route({
  method: 'POST',
  path: '/api/admin/team-nudge',
  permission: 'admin',
  body: z.object({ orders: count }),
  response: z.object({ mails: z.int() }),
});
