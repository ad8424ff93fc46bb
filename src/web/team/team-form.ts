import { type ChangeEvent, createContext, useContext } from 'react';
import type { MemberValues } from './member-values.ts';

/** A field of a row by its path, which is also its `name` and `id`. */
export type RowField = `others.${number}.${keyof MemberValues}`;

/** The people by seat. */
export interface Team {
  /** People who already have seats. */
  readonly seated: readonly Pick<MemberValues, 'firstName' | 'lastName' | 'email'>[];
  /** One row for each remaining seat. */
  readonly rows: readonly MemberValues[];
}

export interface TeamForm extends Team {
  /** What else a row must say about its seat. */
  noteOf?(row: number): string | undefined;
  /** The pasted list, until its people have their seats. */
  readonly list: string;
  errorOf(field: RowField | 'pastedList'): string | undefined;
  change(field: RowField | 'pastedList', value: string): void;
  /** The visitor has left the field. */
  leave(field: RowField): void;
}

const TeamFormContext = createContext<TeamForm | null>(null);
export const TeamFormProvider = TeamFormContext.Provider;

export function useTeamForm(): TeamForm {
  const form = useContext(TeamFormContext);
  if (!form) throw new Error('a row of a team was rendered outside its form');
  return form;
}

/** The rows with one field changed. */
export function withRowField(rows: readonly MemberValues[], field: RowField, value: string): MemberValues[] {
  const [, row, key] = field.split('.');
  return rows.map((each, index) => (index === Number(row) ? { ...each, [key!]: value } : each));
}

/** The number of the seat of that row; seats are counted from 1. */
export function seatOfRow({ seated }: Pick<Team, 'seated'>, row: number): number {
  return seated.length + row + 1;
}

/** One field's props and its error, to spread on a field component. */
export function useRowField(row: number, key: keyof MemberValues) {
  const form = useTeamForm();
  const name: RowField = `others.${row}.${key}`;
  return {
    name,
    value: form.rows[row]![key],
    error: form.errorOf(name),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      form.change(name, event.target.value),
    onBlur: () => form.leave(name),
  };
}
