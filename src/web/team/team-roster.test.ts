import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { blankMember } from './member-values.ts';
import { type TeamForm, TeamFormProvider } from './team-form.ts';
import { TeamRoster } from './team-roster.tsx';

/** What each row says about its seat. */
function notesOf(given: Partial<TeamForm>) {
  const [ana, bo] = ['Ana', 'Bo'].map((firstName) => ({ ...blankMember(), firstName }));
  const form = {
    seated: [],
    rows: [ana, bo, ana],
    list: '',
    errorOf: () => undefined,
    ...given,
  } as unknown as TeamForm;
  const html = renderToString(
    createElement(TeamFormProvider, { value: form }, createElement(TeamRoster, {})),
  );
  return [...html.matchAll(/text-warn[^>]*>([^<]*)<\/p>/g)].map(([, note]) => note);
}

test('a note of the form replaces the question about a second person', () => {
  const question = 'Is this a different person? Seat 1 has the same name and email.';
  expect(notesOf({})).toEqual(['', '', question]);
  expect(notesOf({ noteOf: (row) => (row < 1 ? undefined : 'No seat') })).toEqual(['', 'No seat', 'No seat']);
});
