import { dayIn, formatInstant } from '#domain/calendar.ts';
import { daysOf } from '#domain/capacity.ts';
import type { Context } from '../context.ts';
import { type Download, pdfDownload } from '../http/bind.ts';
import { drawDoorList } from './draw-door-list.ts';
import { drawPracticeTickets } from './draw-practice-tickets.ts';
import { listPeople, listTeamsWithSeats } from './list-people.ts';

/** The paper list, with boxes for the current and coming days. */
export async function getDoorList(ctx: Context): Promise<Download> {
  const { event, host } = infoOf(ctx);
  const { zone } = ctx.content.event;
  const today = dayIn(zone, ctx.now);
  const days = daysOf(ctx.content.event, 'both');
  const left = days.filter((day) => day >= today);
  const people = await listPeople(ctx);
  const file = await drawDoorList({
    event,
    host,
    createdAt: ctx.now,
    asOf: formatInstant(zone, ctx.now),
    days: left.length > 0 ? left : days,
    people,
    teams: await listTeamsWithSeats(ctx),
  });
  return pdfDownload({ fileName: `door-list-${today}.pdf`, file });
}

export async function getPracticeTickets(ctx: Context): Promise<Download> {
  return pdfDownload({ fileName: 'practice-tickets.pdf', file: await drawPracticeTickets(infoOf(ctx)) });
}

function infoOf({ content, now }: Context) {
  return { event: content.event.name, host: content.event.host.name, createdAt: now };
}
