import * as z from 'zod/mini';
import { hasLink } from '#domain/has-link.ts';
import { eventType } from './checkout.ts';
import { email, optionalText, uuid } from './fields.ts';
import { isSecondPerson } from './orders.ts';
import { person, personForm } from './person.ts';
import { count } from './ranges.ts';
import { route } from './route.ts';
import { tooManyPeople } from './words/fields.ts';
import * as teamWords from './words/team.ts';

const instant = z.iso.datetime();

/**
 * A mail's state: when it was sent, or that it is queued or undeliverable. Null if there is none, or no longer: mails are
 * forgotten after a while.
 */
const mailState = z.nullable(
  z.object({ state: z.enum(['sent', 'waiting', 'failed']), sentAt: z.nullable(instant) }),
);
export type MailState = z.output<typeof mailState>;

/** Somebody with a seat, without details meant only for the organizer, such as dietary needs. */
const teamPerson = z.object({
  id: z.int(),
  ...person.shape,
  isOrganizer: z.boolean(),
  isCheckedIn: z.boolean(),
  /** Part of a pending refund, so nothing about them can change. */
  isLeaving: z.boolean(),
  /** Whether they get an email when their seat is freed. */
  isTold: z.boolean(),
  ticketMail: mailState,
  ticketOpenedAt: z.nullable(instant),
});
export type TeamPerson = z.output<typeof teamPerson>;

/** An active link. `url` is the whole link: anyone who has it can take the seat. */
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
    transactionId: z.string(),
    registrationNumber: z.string(),
    eventType,
    /** The team's name in links and mails: its organization, or the buyer's first name. */
    teamName: z.string(),
    isPaid: z.boolean(),
  }),
  /** The last day on which the team can name its own seats and claim links work, and whether that is still so. */
  namingEndsOn: z.iso.date(),
  isNamingOpen: z.boolean(),
  /** Whether the caller can name seats. Staff always can. */
  canName: z.boolean(),
  seats: z.int(),
  /** Unnamed seats, including those with an invitation. */
  freeSeats: z.int(),
  people: z.array(teamPerson),
  invitations: z.array(claimLink),
  teamLink: z.nullable(claimLink),
  remindersStoppedAt: z.nullable(instant),
});
export type Team = z.output<typeof team>;

/** `transactionId` identifies the order as in `getOrderAfterPayment`. Each of these calls returns the updated team. */
export const getTeam = route({
  method: 'GET',
  path: '/api/order/{transactionId}/team',
  permission: 'anyone',
  response: team,
});

/** All or nothing: everybody gets a seat, or nobody does. */
export const nameSeats = route({
  method: 'POST',
  path: '/api/order/{transactionId}/team/people',
  permission: 'anyone',
  body: z.object({
    people: z
      .array(z.extend(personForm, { isSecondPerson }))
      .check(z.minLength(1, teamWords.nobody), z.maxLength(10, tooManyPeople(10))),
    /** Invitations to withdraw, so that their seats can be named. */
    insteadOf: z._default(z.array(uuid(teamWords.linkId)).check(z.maxLength(10, teamWords.linkId)), []),
  }),
  response: team,
});

/**
 * Corrects a person's details, or gives the seat to somebody else. `seen` is what the form opened with. Dietary needs
 * stay unless given; a new person's start empty.
 */
export const changeTeamPerson = route({
  method: 'POST',
  path: '/api/order/{transactionId}/team/people/{registrationId}',
  permission: 'anyone',
  body: z.extend(personForm, { seen: person }),
  response: team,
});

/** Removes a person; the seat becomes free, and the person gets a mail. */
export const freeTeamSeat = route({
  method: 'POST',
  path: '/api/order/{transactionId}/team/people/{registrationId}/free',
  permission: 'anyone',
  body: z.object({ seen: person }),
  response: team,
});

/** Invitations may link only to our page. */
const personalLine = z.pipe(
  optionalText(200),
  z.nullable(z.string().check(z.refine((text) => !hasLink(text), teamWords.noLinks))),
);

/** The page creates `id`, so that a retry makes no second link. With `mailTo`, the site mails the invitation. */
export const createClaimLink = route({
  method: 'POST',
  path: '/api/order/{transactionId}/team/links',
  permission: 'anyone',
  body: z.object({
    id: uuid(teamWords.linkId),
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

/** What a claim link is for. Reveals nothing about anybody but the team's name. */
export const lookAtClaim = route({
  method: 'POST',
  path: '/api/claim/look',
  permission: 'anyone',
  body: z.object({ key }),
  response: z.object({
    teamName: z.string(),
    eventType,
    forTeam: z.boolean(),
    /** Seats that the link can still give; 1 for a personal link. */
    seatsLeft: z.int(),
    namingEndsOn: z.iso.date(),
  }),
});

/** Takes a seat. `pageKey` is the secret of the new ticket's page. */
export const claimSeat = route({
  method: 'POST',
  path: '/api/claim',
  permission: 'anyone',
  body: z.extend(personForm, { key, isSecondPerson }),
  response: z.object({ firstName: z.string(), email: z.string(), pageKey: z.string() }),
});

const nudge = z.object({
  /** Orders that would get a reminder, their unnamed seats, and the orders that staff already reminded today. */
  orders: z.int(),
  freeSeats: z.int(),
  nudgedToday: z.int(),
});
export type Nudge = z.output<typeof nudge>;

/** What reminding all teams would send now. */
export const previewNudge = route({
  method: 'GET',
  path: '/api/admin/team-nudge',
  permission: 'admin',
  response: nudge,
});

/** Reminds the buyers of all teams with free seats, each at most once per day. `orders` is what the preview showed. */
export const nudgeTeams = route({
  method: 'POST',
  path: '/api/admin/team-nudge',
  permission: 'admin',
  body: z.object({ orders: count }),
  response: z.object({ mails: z.int() }),
});
