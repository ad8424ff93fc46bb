import { expect, test } from 'vitest';
import { dropNote, type NoteDrafts, noteFor, typeNote } from './note-drafts.ts';

const NONE: NoteDrafts = new Map();

test('a note stays with the person who was shown while it was typed', () => {
  const drafts = typeNote(NONE, 1, 'needs a chair');
  expect([noteFor(drafts, 1), noteFor(drafts, 2), noteFor(drafts, null)]).toEqual(['needs a chair', '', '']);
});

test('a note typed while nobody was shown is for the next person, and theirs once they change it', () => {
  const drafts = typeNote(NONE, null, 'late');
  expect(noteFor(drafts, 2)).toBe('late');
  const changed = typeNote(drafts, 2, 'late, by bus');
  expect([noteFor(changed, 2), noteFor(changed, 3)]).toEqual(['late, by bus', '']);
});

test('a sent note is gone, and others stay', () => {
  const drafts = typeNote(typeNote(NONE, 1, 'needs a chair'), 2, 'late');
  const sent = dropNote(drafts, 2);
  expect([noteFor(sent, 1), noteFor(sent, 2)]).toEqual(['needs a chair', '']);
  expect(noteFor(dropNote(typeNote(NONE, null, 'late'), 3), null)).toBe('');
});
