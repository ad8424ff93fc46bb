import type * as z from 'zod/mini';
import { addAttendee, type Order } from '#contract/orders.ts';
import { blankMember, isBlankMember, type MemberValues } from '../team/member-values.ts';
import { type RowField, seatOfRow, type Team } from '../team/team-form.ts';
import { unfilledList } from '../team/unfilled-list.ts';

type NewMember = z.output<typeof addAttendee.body>;

/** A row whose person can be sent. */
export interface ReadyRow {
  readonly typed: MemberValues;
  readonly member: NewMember;
}

export interface SeatProblem {
  readonly field: RowField | 'pastedList';
  /** The sentence at the field, and in the summary. */
  readonly message: string;
  readonly inSummary: string;
  /** A required name or address is missing. */
  readonly isMissing: boolean;
}

/** Checks the rows with input, or the first row if there is neither any nor a list. A list must fill the rows first. */
export function checkRows(team: Team & { readonly list: string }, order: Pick<Order, 'id'>) {
  const named = team.rows.flatMap((typed, row) => (isBlankMember(typed) ? [] : [{ typed, row }]));
  const ready: ReadyRow[] = [];
  const isUnfilled = team.list.trim() !== '';
  const unfilled = unfilledList(named.length === team.rows.length);
  const problems: SeatProblem[] = isUnfilled
    ? [{ field: 'pastedList', message: unfilled, inSummary: unfilled, isMissing: false }]
    : [];
  const first = isUnfilled ? [] : [{ typed: blankMember(), row: 0 }];
  for (const { typed, row } of named.length > 0 ? named : first) {
    const parsed = addAttendee.body.safeParse({ ...typed, orderId: order.id, isOrganizer: false });
    if (parsed.success) ready.push({ typed, member: parsed.data });
    for (const { path, message } of parsed.error?.issues ?? []) {
      const key = String(path[0]) as keyof MemberValues;
      const field: RowField = `others.${row}.${key}`;
      if (problems.some((one) => one.field === field)) continue;
      problems.push({
        field,
        message,
        inSummary: `Seat ${seatOfRow(team, row)}: ${message}`,
        isMissing: key !== 'track' && typed[key].trim() === '',
      });
    }
  }
  return { ready, problems };
}
