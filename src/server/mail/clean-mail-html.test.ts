import { describe, expect, test } from 'vitest';
import { cleanMailHtml } from './clean-mail-html.ts';

describe('HTML that runs, loads or submits something is removed and reported', () => {
  const tag = (name: string, line = 1) =>
    `Line ${line} of the finished email: the tag <${name}> cannot be used in an email.`;
  test.each([
    ['<p>Hi</p>\n<script>alert(1)</script>', '<p>Hi</p>\n', tag('script', 2)],
    ['<svg onload=alert(1)></svg>x', 'x', tag('svg')],
    ['<form action="https://evil.example"><input></form>x', 'x', tag('form')],
    ['<style>p{}</style>x', 'x', tag('style')],
    [
      '<p ONCLICK="alert(1)">x</p>',
      '<p>x</p>',
      'Line 1 of the finished email: the attribute onclick cannot be used in an email.',
    ],
    [
      '<a href="java\tscript:alert(1)">x</a>',
      '<a>x</a>',
      'Line 1 of the finished email: the address in href must begin with https:, mailto:, tel: or cid:.',
    ],
    [
      '<img src="data:text/html,x">',
      '<img />',
      'Line 1 of the finished email: the address in src must begin with https:, mailto:, tel: or cid:.',
    ],
    [
      '<p style="background:u\\72l(https://evil.example)">x</p>',
      '<p>x</p>',
      'Line 1 of the finished email: a style in an email cannot load or run anything.',
    ],
  ])('%j', (given, html, problem) => {
    expect(cleanMailHtml(given)).toEqual({ html, problem });
  });
});

test.each([
  '<!-- a --!><script>alert(1)</script> -->',
  '<!--><script>alert(1)</script>-->',
  '<!-- > --><script >alert(1)</script>',
  '<<script>alert(1)//</script>',
  '<scr<!-- -->ipt>alert(1)</scr<!-- -->ipt>',
  '<a href="x" title="--><script>alert(1)</script>">x</a>',
])('no parser finds a script in what is left of %j', (given) => {
  const { html } = cleanMailHtml(given);
  expect(html).not.toContain('<!--');
  expect(html).not.toMatch(/<\s*script/i);
});

test('the usual HTML of mails stays unchanged', () => {
  const html =
    '<table role="presentation" width="100%" cellpadding="0" bgcolor="#F1F7F6" style="margin:0 0 16px;font-family:\'Segoe UI\',sans-serif"><tr><td align="center"><a class="button" href="https://summit.example.org/?a=1&amp;b=2" style="color:#10243E">Open</a> &amp; <img src="cid:one@example.org" width="198" alt="A &quot;code&quot;" /><br /><a href="mailto:hello@example.org">5 &lt; 6</a></td></tr></table>';
  expect(cleanMailHtml(html)).toEqual({ html, problem: null });
});
