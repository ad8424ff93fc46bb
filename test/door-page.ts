import { vi } from 'vitest';

/** The browser APIs that a door phone's engine needs before it is loaded. */
const page = Object.assign(new EventTarget(), {
  visibilityState: 'visible',
  getElementById: () => ({ textContent: 'null' }),
});
for (const [name, value] of Object.entries({ document: page, ...bound(new EventTarget()) }))
  vi.stubGlobal(name, value);

function bound(target: EventTarget) {
  return {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target),
  };
}
