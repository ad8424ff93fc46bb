import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { LocalCoupon } from '#contract/coupons.ts';
import type { AdminSpeaker } from '#contract/speakers.ts';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { mount } from '#test/mount.ts';
import { EditCouponDialog } from '../coupons/edit-coupon-dialog.tsx';
import { SpeakerDialog } from '../speakers/speaker-dialog.tsx';
import type { FormDialog } from './form-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const OPENED = '2025-07-15T16:00:00.000Z';
const CHANGED = '2025-07-15T16:05:00.000Z';

const speaker: AdminSpeaker = {
  id: 1,
  name: 'Ada Sample',
  title: 'Author',
  bio: '',
  imageUrl: null,
  featured: false,
  marker: null,
  mysteryUntil: null,
  updatedAt: OPENED,
};
const coupon: LocalCoupon = {
  id: 1,
  code: 'EARLY',
  description: 'Early birds',
  discountType: 'percentage',
  discountValue: 10,
  minOrderAmount: null,
  maxDiscount: null,
  usageLimit: 5,
  usageCount: 0,
  heldCount: 0,
  isUsed: false,
  eventTypes: ['conference'],
  validUntil: null,
  isActive: true,
  updatedAt: OPENED,
};

type Dialog = (onClose: () => void, isChanged: boolean) => ReactElement<Parameters<typeof FormDialog>[0]>;

const speakerDialog: Dialog = (onClose, isChanged) =>
  SpeakerDialog({
    speaker: isChanged ? { ...speaker, title: 'Theirs', updatedAt: CHANGED } : speaker,
    onClose,
  });

const couponDialog: Dialog = (onClose, isChanged) =>
  EditCouponDialog({
    coupon: isChanged ? { ...coupon, usageLimit: 7, updatedAt: CHANGED } : coupon,
    onClose,
  });

test.each([
  [
    'speaker',
    speakerDialog,
    'name',
    { name: 'Mine', title: 'Author' },
    { name: 'Mine', title: 'Theirs' },
    speaker,
  ],
  [
    'coupon',
    couponDialog,
    'description',
    { description: 'Mine', usageLimit: 5 },
    { description: 'Mine', usageLimit: 7 },
    coupon,
  ],
] as const)(
  'a %s that somebody changed after a save failed is not overwritten before the change is seen',
  async (_what, dialogOf, field, typed, reviewed, saved) => {
    const responses = [
      Response.json({ code: 'internal', message: ERROR_WORDS.internal }, { status: 500 }),
      Response.json({ code: 'changed_meanwhile', message: ERROR_WORDS.changed_meanwhile }, { status: 409 }),
      Response.json(saved),
    ];
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
      sent.push(JSON.parse(String(body)));
      return responses[sent.length - 1];
    });
    const onClose = vi.fn();
    let isChanged = false;
    const dialog = await mount(() => dialogOf(onClose, isChanged).props);
    const save = () =>
      dialog.act(() => dialog.result.form.submit(dialog.result.action.start)(undefined as never));
    const { form } = dialog.result.form as never as { form: { setValue: (...args: unknown[]) => void } };
    await dialog.act(() => form.setValue(field, 'Mine', { shouldDirty: true }));
    await save();
    expect(dialog.result.action.failure).toBe(ERROR_WORDS.internal);

    isChanged = true;
    await dialog.render();
    await save();
    expect(dialog.result.action.failure).toBe(ERROR_WORDS.changed_meanwhile);
    expect(onClose).not.toHaveBeenCalled();

    await save();
    expect(onClose).toHaveBeenCalledOnce();
    expect(sent).toMatchObject([
      { ...typed, seenUpdatedAt: OPENED },
      { ...typed, seenUpdatedAt: OPENED },
      { ...reviewed, seenUpdatedAt: CHANGED },
    ]);
  },
);
