import { afterEach, expect, test, vi } from 'vitest';
import { mount } from '#test/mount.ts';
import { useKeptFocus } from './keep-focus.ts';

afterEach(() => vi.unstubAllGlobals());

/** As much of an element as the hook uses. A selector is a list of names. */
class Part {
  readonly name: string;
  readonly children: Part[];
  parent: Part | null = null;
  tabIndex = 0;
  constructor(name: string, ...children: Part[]) {
    this.name = name;
    this.children = children;
    for (const child of children) child.parent = this;
  }
  get isConnected(): boolean {
    return this.name === 'body' || this.parent?.isConnected === true;
  }
  matches(selector: string): boolean {
    return selector.split(', ').includes(this.name);
  }
  closest(selector: string): Part | null {
    return this.matches(selector) ? this : (this.parent?.closest(selector) ?? null);
  }
  contains(other: Part): boolean {
    return other === this || this.children.some((one) => one.contains(other));
  }
  querySelector(selector: string): Part | null {
    for (const one of this.children) {
      const found = one.matches(selector) ? one : one.querySelector(selector);
      if (found) return found;
    }
    return null;
  }
  hasAttribute = () => false;
  addEventListener = () => {};
  focus() {
    Object.assign(document, { activeElement: this });
  }
}

/** A desk's list of two rows, and a dialog that a button in the first one has opened, with a question over it. */
async function openDialog() {
  const button = new Part('button');
  const [first, second, heading] = [new Part('tr', button), new Part('tr'), new Part('h2')];
  const rows = new Part('tbody', first, second);
  const [field, list] = [new Part('input'), new Part('[role=tabpanel]', heading, rows)];
  const dialog = new Part('[role=dialog]', field);
  const question = new Part('[role=alertdialog]');
  const body = new Part('body', new Part('h1'), list, dialog, question);
  let seeFocus!: (event: { target: Part }) => void;
  let seeChanges!: (changes: object[]) => void;
  const Watcher = class {
    constructor(see: typeof seeChanges) {
      seeChanges = see;
    }
    observe() {}
  };
  for (const [name, value] of Object.entries({ Element: Part, HTMLElement: Part, MutationObserver: Watcher }))
    vi.stubGlobal(name, value);
  await mount(() => {
    const addEventListener = (_type: string, see: typeof seeFocus) => {
      seeFocus = see;
    };
    Object.assign(document, { body, addEventListener, querySelector: body.querySelector.bind(body) });
    useKeptFocus();
  });
  for (const target of [button, field]) {
    target.focus();
    seeFocus({ target });
  }
  const remove = (part: Part) => {
    const { children } = part.parent!;
    const place = children.indexOf(part);
    const change = { target: part.parent, removedNodes: [part], nextSibling: children[place + 1] };
    children.splice(place, 1);
    part.parent = null;
    if (part.contains(document.activeElement as never)) body.focus();
    seeChanges([change]);
  };
  const parts = { first, second, rows, heading, field, question, dialog, body };
  const focused = () =>
    Object.entries(parts).find(([, part]) => part === (document.activeElement as never))?.[0];
  return { ...parts, focused, remove };
}

test('when a row disappears behind a dialog, the next one gets the focus once the dialog closes', async () => {
  const { first, question, dialog, focused, remove } = await openDialog();
  remove(first);
  expect(focused()).toBe('field');
  // A question over the dialog returns the focus to it.
  question.focus();
  remove(question);
  expect(focused()).toBe('body');
  remove(dialog);
  expect(focused()).toBe('second');
});

test('when the whole list disappears, its heading gets the focus', async () => {
  const { first, rows, question, dialog, focused, remove } = await openDialog();
  remove(first);
  remove(rows);
  remove(question);
  remove(dialog);
  expect(focused()).toBe('heading');
});
