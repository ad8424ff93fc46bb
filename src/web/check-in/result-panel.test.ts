import { createElement, createRef } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { DoorRegistration } from '#contract/check-in.ts';
import { ResultPanel } from './result-panel.tsx';

test.each([
  ['conference', 'Conference · Caregivers · Organizer'],
  ['trainer', 'Training · Caregivers · Organizer'],
  ['both', 'Training and conference, two days · Caregivers · Organizer'],
] as const)('a ticket for %s is shown as %s, not as the package it was bought in', (eventType, words) => {
  const person: DoorRegistration = {
    ...{ id: 7, orderId: 3, firstName: 'Ada', lastName: 'Door', email: 'ada@example.org' },
    ...{ eventType, packageLabel: '10-Person Package', dietaryRestrictions: null },
    ...{ track: 'caregivers', isOrganizer: true, notes: [] },
    ...{ checkedIn: true, checkedInAt: null, checkedInBy: null, checkedInDoor: null },
  };
  const band = { kind: 'admitted', person } as const;
  const props = { box: createRef<HTMLElement>(), band, waiting: null };
  const html = renderToString(createElement(ResultPanel, props));
  const shown = html.replaceAll(/<[^>]*>/g, '|').split(/\|+/);
  expect(shown.slice(-3, -1)).toEqual([words, 'ada@example.org']);
});
