/** Of the page that a door phone's engine runs in: what it needs before anything of it is loaded. */
const page = Object.assign(new EventTarget(), {
  visibilityState: 'visible',
  getElementById: () => ({ textContent: 'null' }),
});
Object.assign(globalThis, { document: page, ...bound(new EventTarget()) });
function bound(target: EventTarget) {
  return {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target),
  };
}
