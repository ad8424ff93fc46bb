import sharp from 'sharp';
import { drawIcon, markShapes } from '#content/art/mark.ts';
import { paint } from '#content/art/palette.ts';
import { drawPassStrip } from '#content/art/pass-strip.ts';
import { drawing } from '#content/art/svg.ts';
import { orderTexts } from '#content/order-texts.ts';
import { PROGRAM_PATHS } from '#contract/paths.ts';
import { TICKET_NAMES } from '#contract/words/tickets.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { PASS_WORDS, passEndWords } from '#contract/words/wallets.ts';
import type { Context } from '../../context.ts';
import type { AppleWalletSettings } from '../../settings-wallets.ts';
import { type EventFacts, eventFacts } from '../event-facts.ts';
import type { TicketPass } from '../keep-pass.ts';
import { type PassField, signPass } from './sign-pass.ts';

export const PASS_TYPE = 'application/vnd.apple.pkpass';

/** The signed pass with the ticket's current state: a zip file. */
export async function makePass(
  ctx: Context,
  apple: AppleWalletSettings,
  ticket: TicketPass,
): Promise<Buffer> {
  const { event } = ctx.content;
  const facts = eventFacts(ctx.content, ticket.eventType);
  return signPass({
    images: await passImages(),
    certificates: { signerCert: apple.certificate, signerKey: apple.key, wwdr: apple.intermediate },
    props: {
      passTypeIdentifier: apple.passTypeId,
      teamIdentifier: apple.teamId,
      serialNumber: ticket.serial,
      organizationName: facts.host,
      description: PASS_WORDS.description(event.name),
      logoText: event.name,
      backgroundColor: rgb(paint.ink),
      foregroundColor: rgb(paint.white),
      labelColor: rgb(paint.foam),
      webServiceURL: ctx.settings.publicUrl + PROGRAM_PATHS.appleWallet,
      authenticationToken: ticket.token,
      groupingIdentifier: `${event.shortCode}-${event.day}`,
      voided: ticket.end !== null,
    },
    fields: {
      headerFields: [
        { key: 'date', label: PASS_WORDS.date, value: facts.dayLine, changeMessage: PASS_WORDS.dateChanged },
      ],
      primaryFields: [{ key: 'event', label: PASS_WORDS.event, value: facts.title }],
      secondaryFields: aboutHolder(ticket, event.zone),
      auxiliaryFields: [
        ...doorsOf(facts),
        { key: 'place', label: PASS_WORDS.place, value: facts.place, changeMessage: PASS_WORDS.placeChanged },
      ],
      backFields: backOf(ctx, ticket, facts),
    },
    barcode: ticket.code ? { message: ticket.code, altText: ticket.number } : null,
    days: facts.days.map(({ doorsAt, startsAt, endsAt }) => ({
      startDate: doorsAt ?? startsAt,
      endDate: endsAt,
    })),
  });
}

function doorsOf({ doorsTime: value }: EventFacts): PassField[] {
  return value
    ? [{ key: 'doors', label: PASS_WORDS.doors, value, changeMessage: PASS_WORDS.doorsChanged }]
    : [];
}

/** The holder's name, or why the ticket has ended. */
function aboutHolder({ holder, end }: TicketPass, zone: string): PassField[] {
  if (!holder) return end ? [{ key: 'end', label: PASS_WORDS.status, value: passEndWords(end, zone) }] : [];
  const { name, track } = holder;
  const changeMessage = PASS_WORDS.trackChanged;
  return [
    {
      key: 'holder',
      label: PASS_WORDS.holder,
      value: name,
      changeMessage: PASS_WORDS.holderChanged,
    },
    ...(track ? [{ key: 'track', label: PASS_WORDS.track, value: TRACK_NAMES[track], changeMessage }] : []),
  ];
}

function backOf(ctx: Context, ticket: TicketPass, facts: EventFacts): PassField[] {
  const { contact } = ctx.settings;
  const { zone } = ctx.content.event;
  const status = ticket.end ? passEndWords(ticket.end, zone) : PASS_WORDS.valid;
  return [
    // Always present, because phones announce changes only of existing fields.
    { key: 'status', label: PASS_WORDS.status, value: status, changeMessage: '%@' },
    { key: 'ticket', label: facts.title, value: `${TICKET_NAMES[ticket.eventType]}, ${facts.dayLine}` },
    { key: 'starts', label: PASS_WORDS.starts, value: facts.startsTime },
    { key: 'address', label: PASS_WORDS.address, value: `${facts.place}, ${facts.address}` },
    { key: 'entrances', label: PASS_WORDS.entrances, value: facts.entrances },
    { key: 'map', label: PASS_WORDS.map, value: facts.map },
    { key: 'registration', label: PASS_WORDS.registration, value: ticket.number },
    ...(ticket.code ? [{ key: 'code', label: PASS_WORDS.code, value: ticket.code }] : []),
    { key: 'note', label: '', value: orderTexts.calendarNote },
    { key: 'questions', label: PASS_WORDS.questions, value: `${contact.email}, ${contact.phone}` },
  ];
}

/** `#10243e` in the format of passes. */
function rgb(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}

/** Each drawing's own size, and its size on a pass. */
const DRAWINGS = [
  { name: 'icon', svg: drawIcon('square'), drawn: 32, width: 29, height: 29 },
  { name: 'logo', svg: drawing(32, 32, markShapes()), drawn: 32, width: 50, height: 50 },
  { name: 'strip', svg: drawPassStrip(), drawn: 375, width: 375, height: 98 },
];
const SCALES = [1, 2, 3];

let images: Promise<Record<string, Buffer>> | undefined;

/** The images of every pass, by file name, each for screens of one to three pixels per point. Drawn once. */
function passImages(): Promise<Record<string, Buffer>> {
  images ??= drawImages().catch((error: unknown) => {
    // A failure isn't kept: there may have been too little memory.
    images = undefined;
    throw error;
  });
  return images;
}

async function drawImages(): Promise<Record<string, Buffer>> {
  const files = DRAWINGS.flatMap(({ name, svg, drawn, width, height }) =>
    SCALES.map(async (scale) => {
      const density = (72 * width * scale) / drawn;
      const png = await sharp(Buffer.from(svg), { density })
        .resize(width * scale, height * scale, { fit: 'fill' })
        .png({ palette: true, compressionLevel: 9 })
        .toBuffer();
      return [scale === 1 ? `${name}.png` : `${name}@${scale}x.png`, png] as const;
    }),
  );
  return Object.fromEntries(await Promise.all(files));
}
