import { describe, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { checkTemplate } from './check-template.ts';
import type { MailKind } from './mail-variables.ts';
import { sampleVariables } from './sample-variables.ts';
import { templates } from './templates.ts';

const sample = (kind: MailKind) =>
  sampleVariables(
    kind,
    content,
    { publicUrl: 'https://summit.example.org', contact: { phone: '1', email: 'hello@example.org' } },
    'cid:x',
  );
const check = (changes: Partial<Record<'subject' | 'htmlContent' | 'textContent', string>>) =>
  checkTemplate(
    { subject: 'Hello', htmlContent: '<p>Hello</p>', textContent: 'Hello', ...changes },
    sample('order_confirmation'),
  );

test.each(templates.map((one) => [one.type, one] as const))('the seeded %s has no fault', (type, one) => {
  expect(checkTemplate(one, sample(type))).toEqual({});
});

describe('HTML', () => {
  test.each([
    ['<p>Hello</p>\n<script>alert(1)</script>', 'Line 2: the tag <script> cannot be used in an email.'],
    [
      '<p>\n<iframe src="https://example.org"></iframe></p>',
      'Line 2: the tag <iframe> cannot be used in an email.',
    ],
    ['<p onclick="alert(1)">Hello</p>', 'Line 1: the attribute onclick cannot be used in an email.'],
    [
      '<p>\n\n<img src=x onerror=alert(1)></p>',
      'Line 3: the address in src must begin with https:, mailto:, tel: or cid:.',
    ],
    [
      '<a href="javascript:alert(1)">x</a>',
      'Line 1: the address in href must begin with https:, mailto:, tel: or cid:.',
    ],
    [
      "<a href=' JavaScript:alert(1)'>x</a>",
      'Line 1: the address in href must begin with https:, mailto:, tel: or cid:.',
    ],
    [
      '<p title="{{ event.name }}" data-x="1">Hello</p>',
      'Line 1: the attribute data-x cannot be used in an email.',
    ],
    [
      '<p style="background:url(https://example.org/x)">Hello</p>',
      'Line 1: a style in an email cannot load or run anything.',
    ],
    [
      '<!-- {{ event.name }} --!>\n<script>alert(1)</script> -->',
      'Line 2 of the finished email: the tag <script> cannot be used in an email.',
    ],
    [
      '<a href="{% if event.name %}javascript{% endif %}:alert(1)">x</a>',
      'Line 1: the address in href must begin with https:, mailto:, tel: or cid:.',
    ],
    [
      '<a href="{{ event.name }}:alert(1)">x</a>',
      'Line 1 of the finished email: the address in href must begin with https:, mailto:, tel: or cid:.',
    ],
    ['<p>Hello\n<strong>you</p>', 'Line 2: </p> has no matching opening tag here.'],
    ['<p>Hello</p>\n<p>Bye', 'Line 2: <p> is never closed.'],
    ['<p>Hello</p>\n\n</p>', 'Line 3: </p> has no matching opening tag here.'],
    ['<p>Hello</p', 'Line 1: a tag is not closed with “>”. For the character itself, write &lt;.'],
    ['<p>1 <2</p>', 'Line 1: a tag is not closed with “>”. For the character itself, write &lt;.'],
  ])('that cannot be used is reported with its line: %j', (htmlContent, problem) => {
    expect(check({ htmlContent })).toEqual({ htmlContent: problem });
  });

  test.each([
    '<p>5 < 6 &lt; 7</p>',
    '<p>{% if order.seats > 1 %}<strong>many</strong>{% endif %}</p>',
    '<img src="cid:x" alt="a > b"><br><hr>',
    '<!-- <script> is only a word here --><p>x</p>',
    '<a href="{{ site.url }}">page</a>',
    '<a href={{ site.url }}>page</a>',
  ])('%j is fine', (htmlContent) => {
    expect(check({ htmlContent })).toEqual({});
  });
});

describe('Liquid', () => {
  test.each([
    ['subject', 'Hello {{ recipient.nickname }}', 'Line 1: this email has no variable “recipient.nickname”.'],
    ['textContent', 'Hello\n{{ recipient.firstName | shout }}', 'Line 2: there is no filter “shout”.'],
    ['textContent', 'Hello\n\n{% if order.isFree %}free', 'Line 3: “{% if order.isFree %}” is never closed.'],
    ['subject', 'Hello {{ "you" }, bye', 'Line 1: “{{ "you" }, bye” is never closed.'],
    ['htmlContent', '<p>{{ order.number }</p>', 'Line 1: “{{ order.number }</p>” is never closed.'],
    [
      'htmlContent',
      '<p>\n{% explode %}</p>',
      'Line 2: “{% explode %}” does not exist, or has no place here.',
    ],
    [
      'htmlContent',
      '<p>free</p>\n{% endif %}',
      'Line 2: “{% endif %}” does not exist, or has no place here.',
    ],
    ['textContent', "{% include 'passwords' %}", 'Line 1: there is no block “passwords” to include.'],
    ['textContent', '{% include tickets %}', 'Line 1: “{% include tickets %}” cannot be read.'],
    [
      'textContent',
      '\n{{ order..number }}',
      'Line 2: “{{ order..number }}” cannot be read: expected "|" before filter.',
    ],
    [
      'textContent',
      '{% for a of tickets %}x{% endfor %}',
      'Line 1: “{% for a of tickets %}” cannot be read.',
    ],
    ['textContent', 'Your {{ }}', 'Line 1: “{{ }}” cannot be read: invalid value expression: "".'],
  ] as const)('that cannot be used is reported with its line: %s %j', (field, text, problem) => {
    expect(check({ [field]: text })).toEqual({ [field]: problem });
  });

  test('a block that needs what this email lacks is named', () => {
    const content = {
      subject: 'Hello',
      htmlContent: "{% include 'order-summary' %}",
      textContent: "Hello\n{% include 'order-summary' %}",
    };
    expect(checkTemplate(content, sample('ticket'))).toEqual({
      htmlContent: 'The block “order-summary”: this email has no variable “order”.',
      textContent: 'The block “order-summary”: this email has no variable “order”.',
    });
  });

  // The sample has ten seats, two tickets and no free order.
  test.each([
    [
      'subject',
      'You{% if order.seats == 1 %} {{ recipient.nickname }}{% endif %}',
      'Line 1: this email has no variable “recipient.nickname”.',
    ],
    [
      'htmlContent',
      '<p>Hello</p>\n{% if order.isFree %}\n<p>{{ order.total }}{{ refund.amount }}</p>{% endif %}',
      'Line 3: this email has no variable “refund”.',
    ],
    [
      'textContent',
      '{% unless order.freeSeats > 0 %}{{ order.number | append: order.seats.size }}{% endunless %}',
      'Line 1: this email has no variable “order.seats.size”.',
    ],
    [
      'textContent',
      '\n{% for a in tickets %}{% if order.isFree %}{{ a.name }}{{ tickets.name }}{% endif %}{% endfor %}',
      'Line 2: this email has no variable “tickets.name”.',
    ],
    [
      'textContent',
      '{% for a in tickets %}{{ a.name }}{% else %}{{ tickets[2].seat }}{% endfor %}',
      'Line 1: this email has no variable “tickets.2.seat”.',
    ],
    [
      'htmlContent',
      "{% case order.seats %}{% when 1 %}{% include 'claim-button' %}{% endcase %}",
      'The block “claim-button”: this email has no variable “invitation”.',
    ],
    [
      'textContent',
      "Hello\n{% if order.seats == 1 %}{% include 'passwords' %}{% endif %}",
      'Line 2: there is no block “passwords” to include.',
    ],
  ] as const)('in a branch that the sample does not take: %s %j', (field, text, problem) => {
    expect(check({ [field]: text })).toEqual({ [field]: problem });
  });

  test.each([
    '{% if tickets.size > 2 %}{{ tickets[2].name }}{{ tickets.last.track }}{{ tickets[order.seats].url }}{% endif %}',
    '{% for a in tickets %}{% if forloop.index > 1 %}{{ before }}{% endif %}{% assign before = a.name %}{% endfor %}',
    '{% if order.isFree %}{% assign word = order.package | split: "-" %}{{ word.first.size }}{% endif %}',
    '{% if order.isFree %}{{ event.days.size }}{{ event.days.first.date.size }}{{ "now" | date: "%Y" }}{% endif %}',
  ])('%j is fine', (textContent) => {
    expect(check({ textContent })).toEqual({});
  });

  test('a part that is too long once it is styled is named, and so are the other parts', () => {
    const htmlContent = '<ul><li>a</li></ul>'.repeat(2500);
    expect(check({ subject: '{{ x }}', htmlContent })).toEqual({
      subject: 'Line 1: this email has no variable “x”.',
      htmlContent: 'This takes too long or too much memory to fill in.',
    });
  });

  test('each field reports its own problem', () => {
    expect(Object.keys(check({ subject: '{{ x }}', htmlContent: '<b>', textContent: '{{ y }}' }))).toEqual([
      'subject',
      'htmlContent',
      'textContent',
    ]);
  });
});
