import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TemplateDetails } from '#contract/email-templates.ts';
import { auditRows } from '#test/audit-rows.ts';
import { eventually } from '#test/eventually.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { emailTemplates } from '../db/tables.ts';
import type { MailKind } from '../mail/mail-variables.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld({ ticketMails: true });
  staff = await world.staff();
});
afterAll(() => world.stop());

async function idOf(type: MailKind): Promise<number> {
  const [row] = await world.database.db.select().from(emailTemplates).where(eq(emailTemplates.type, type));
  return row!.id;
}

async function read(id: number): Promise<TemplateDetails> {
  return (await staff.get(`/api/admin/email-templates/${id}`)).json();
}

const post = (path: string, body: unknown) =>
  answerOf(staff.post(`/api/admin/email-templates/${path}`, body));

test('a template lists the variables it may use', async () => {
  const ticket = await read(await idOf('ticket'));
  expect(ticket.variables['recipient.firstName']).toBe('The recipient’s first name');
  expect(ticket.variables['order.url']).toBeUndefined();
  expect(ticket.versions).toEqual([]);
  expect((await staff.get('/api/admin/email-templates/999')).status).toBe(404);
});

test('a saved template is sent from then on, and its earlier content can be restored', async () => {
  const before = await read(await idOf('ticket'));
  const content = {
    subject: 'Come in, {{ recipient.firstName }}',
    htmlContent: '<p>Hi</p>',
    textContent: 'Hi',
  };
  const saved = await post(String(before.id), { ...content, seenUpdatedAt: before.updatedAt });
  expect([saved.status, saved.body.subject]).toEqual([200, content.subject]);
  expect(saved.body.versions).toMatchObject([
    { subject: before.subject, htmlContent: before.htmlContent, savedBy: 'admin@example.org' },
  ]);

  const [old] = saved.body.versions;
  const restored = await post(String(before.id), {
    subject: old.subject,
    htmlContent: old.htmlContent,
    textContent: old.textContent,
    seenUpdatedAt: saved.body.updatedAt,
  });
  expect(restored.body).toMatchObject({ subject: before.subject, htmlContent: before.htmlContent });
  expect(restored.body.versions).toHaveLength(2);
  const audit = await auditRows(world, { action: 'template_saved' });
  expect(audit.map((row) => row.actor)).toEqual(['admin@example.org', 'admin@example.org']);
});

test('of two concurrent edits the later is refused, and nothing is overwritten', async () => {
  const before = await read(await idOf('refund_notice'));
  const responses = await Promise.all(
    ['One', 'Two'].map((subject) =>
      post(String(before.id), {
        subject,
        htmlContent: '<p>x</p>',
        textContent: 'x',
        seenUpdatedAt: before.updatedAt,
      }),
    ),
  );
  expect(responses.map((one) => one.status).toSorted()).toEqual([200, 409]);
  expect(responses.find((one) => one.status === 409)!.body.code).toBe('changed_meanwhile');
  expect((await read(before.id)).subject).toBe(responses.find((one) => one.status === 200)!.body.subject);
});

test('a save is stored once if it is repeated because its response was lost', async () => {
  const before = await read(await idOf('refund_notice'));
  const content = { subject: 'Once', htmlContent: '<p>x</p>', textContent: 'x' };
  const save = () => post(String(before.id), { ...content, seenUpdatedAt: before.updatedAt });
  const first = await save();
  expect(first.body.versions).toHaveLength(before.versions.length + 1);
  expect(await save()).toEqual(first);
});

test('a broken template is refused with its line number, and the stored one stays', async () => {
  const before = await read(await idOf('order_confirmation'));
  const broken = { subject: 'Hi', htmlContent: '<p>Hi</p>\n<script>x</script>', textContent: '{{ nobody }}' };
  for (const path of [`${before.id}`, `${before.id}/preview`, `${before.id}/test`]) {
    const { status, body } = await post(path, { ...broken, seenUpdatedAt: before.updatedAt });
    expect([path, status]).toEqual([path, 400]);
    expect(body.fields).toEqual({
      htmlContent: 'Line 2: the tag <script> cannot be used in an email.',
      textContent: 'Line 1: this email has no variable “nobody”.',
    });
    expect(body.message).toBe('HTML content: line 2: the tag <script> cannot be used in an email.');
  }
  expect(await read(before.id)).toEqual(before);
});

test('the preview of many QR codes is refused no sooner than the mail, which only names the picture', async () => {
  const { id } = await read(await idOf('ticket'));
  const htmlContent = '{% for a in (1..300) %}<img src="{{ tickets[0].qrSrc }}">{% endfor %}';
  const preview = await post(`${id}/preview`, { subject: 'Hi', htmlContent, textContent: 'Hi' });
  expect([preview.status, preview.body.html?.match(/src="data:image/g).length]).toEqual([200, 300]);
});

test('the preview uses a sample order, and the test mail goes to the caller', async () => {
  const ticket = await read(await idOf('ticket'));
  const content = {
    subject: 'For {{ recipient.firstName }}',
    htmlContent: "<p>{{ event.name }}</p>{% include 'tickets' %}",
    textContent: '{{ event.name }}',
  };
  const preview = await post(`${ticket.id}/preview`, content);
  expect(preview.body.subject).toBe('For Ana');
  expect(preview.body.html).toContain('data:image/png;base64,');
  expect(preview.body.text).toBe('Digital Safety Summit\n');

  // Tests come from the sender that buyers will see.
  await world.database.db.update(emailTemplates).set({ fromEmail: 'team@example.org' });
  expect((await post(`${ticket.id}/test`, content)).body).toEqual({
    success: true,
    sentTo: 'admin@example.org',
  });
  await eventually(async () => {
    const mails = await world.sandbox.mailbox.messages();
    const sent = mails.find((mail) => mail.subject === '[Test] For Ana');
    expect(sent?.from).toBe('team@example.org');
  });
});
