import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { DRAFT_KEY } from '../pending-registration.ts';
import { sessionStore } from '../storage.ts';
import { formValues, offeredEventTypes, offeredPackages, rowsFor } from './form-values.ts';

/** Everything typed so far, kept for this tab, so that a reload or the back button loses nothing. */
export type Draft = z.output<typeof draftSchema>;

/** A submitted draft without a pending registration was bought or dropped, so the form starts blank. */
export function readDraft(hasPending: boolean): Draft | null {
  const draft = parseDraft(sessionStore.getJson(DRAFT_KEY));
  return draft?.submitted && !hasPending ? null : draft;
}

/** Null if it isn't a draft, or is for something no longer on sale. */
export function parseDraft(stored: unknown): Draft | null {
  const parsed = draftSchema.safeParse(stored);
  if (!parsed.success) return null;
  const { values } = parsed.data;
  const isOffered =
    offeredEventTypes.includes(values.eventType) &&
    offeredPackages(values.eventType).some((one) => one.size === values.size);
  if (!isOffered) return null;
  return { ...parsed.data, values: { ...values, others: rowsFor(values.size, values.others) } };
}

/**
 * Saves the draft on every change, once the earlier `draft` was read. Returns a function that marks it as submitted to
 * the summary page.
 */
export function useDraftKeeping(
  draft: Draft | null | undefined,
  current: Omit<Draft, 'submitted'>,
): () => void {
  const submitted = useRef(false);
  useEffect(() => {
    submitted.current = draft?.submitted ?? false;
  }, [draft]);
  const save = () => {
    const next: Draft = { ...current, submitted: submitted.current };
    sessionStore.set(DRAFT_KEY, JSON.stringify(next));
  };
  useEffect(() => {
    if (draft !== undefined) save();
  });
  return () => {
    submitted.current = true;
    save();
  };
}

const draftSchema = z.object({
  values: formValues,
  couponCode: z.string(),
  /** With the `couponKey` of the order that it was applied to. */
  coupon: z.nullable(
    z.object({
      key: z.string(),
      applied: z.object({ code: z.string(), description: z.string(), discountAmount: z.int() }),
    }),
  ),
  /** Whether it was submitted to the summary page. */
  submitted: z.boolean(),
});
