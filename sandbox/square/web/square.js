// The sandbox's `window.Square`. It never sees a card number: the fields live in a frame of the sandbox's origin,
// and only the outcome comes back. It adds no style sheet and no inline style text to the page.
(() => {
  const sandbox = new URL(document.currentScript.src).origin;

  const failure = (name, message) => Object.assign(new Error(message), { name });

  /** A frame of the sandbox inside `parent`, and calls to it. Resolves once its fields are there. */
  function openFrame(parent, account, onEvent) {
    const frame = document.createElement('iframe');
    const address = new URL('/square/web/card', sandbox);
    for (const [name, value] of Object.entries({ ...account, host: location.origin })) {
      address.searchParams.set(name, value);
    }
    frame.src = address.href;
    frame.title = 'Secure card form (SANDBOX)';
    Object.assign(frame.style, { display: 'block', width: '100%', height: '300px', border: '0' });
    const waiting = new Map();
    let last = 0;

    return new Promise((resolve, reject) => {
      const receive = ({ source, origin, data }) => {
        if (source !== frame.contentWindow || origin !== sandbox) return;
        if (data.kind === 'ready') clearTimeout(tooLate);
        if (data.kind === 'ready' && data.isKnown) resolve({ call, close });
        if (data.kind === 'ready' && !data.isKnown) {
          close();
          reject(failure('InvalidApplicationIdError', 'The sandbox knows another application or location.'));
        }
        if (data.kind === 'size') frame.style.height = `${data.height}px`;
        if (data.kind === 'event') onEvent(data.type, data.detail);
        if (data.kind === 'response') {
          waiting.get(data.id)?.(data.result);
          waiting.delete(data.id);
        }
      };
      const call = (verb, argument) =>
        new Promise((done) => {
          last += 1;
          waiting.set(last, done);
          frame.contentWindow.postMessage({ kind: 'call', id: last, verb, argument }, sandbox);
        });
      const close = () => {
        removeEventListener('message', receive);
        clearTimeout(tooLate);
        frame.remove();
        for (const done of waiting.values()) done({ status: 'Abort' });
        waiting.clear();
      };
      const tooLate = setTimeout(() => {
        close();
        reject(failure('UnexpectedError', 'The card form did not load.'));
      }, 15_000);
      addEventListener('message', receive);
      parent.append(frame);
    });
  }

  function findParent(target) {
    const found = typeof target === 'string' ? document.querySelector(target) : target;
    if (found instanceof HTMLElement) return found;
    throw failure('ElementNotFoundError', `There is no element ${String(target)}.`);
  }

  function createCard(account, firstOptions) {
    const events = new EventTarget();
    let options = firstOptions;
    let opening = null;
    let frame = null;
    let isDestroyed = false;

    const mustLive = () => {
      if (isDestroyed) throw failure('PaymentMethodAlreadyDestroyedError', 'Card was destroyed.');
    };
    const mustBeAttached = () => {
      mustLive();
      if (!frame) throw failure('PaymentMethodNotAttachedError', 'Card is not attached.');
      return frame;
    };
    const emit = (type, detail) => events.dispatchEvent(new CustomEvent(type, { detail }));

    return {
      async attach(target) {
        mustLive();
        if (opening || frame) throw failure('PaymentMethodAlreadyAttachedError', 'Card is already attached.');
        opening = openFrame(findParent(target), account, emit);
        try {
          const opened = await opening;
          // Destroyed while it was loading.
          if (!opening) return opened.close();
          frame = opened;
          await frame.call('configure', options);
        } finally {
          opening = null;
        }
      },
      async destroy() {
        mustLive();
        isDestroyed = true;
        opening = null;
        frame?.close();
        frame = null;
        return true;
      },
      async configure(changed) {
        options = { ...options, ...changed };
        await mustBeAttached().call('configure', options);
      },
      async tokenize(details) {
        return mustBeAttached().call('tokenize', details);
      },
      addEventListener(type, listener) {
        mustLive();
        events.addEventListener(type, listener);
      },
      removeEventListener(type, listener) {
        mustLive();
        events.removeEventListener(type, listener);
      },
    };
  }

  window.Square = {
    payments(applicationId, locationId) {
      if (/^sq0idp-/.test(applicationId)) {
        throw failure(
          'ApplicationIdEnvironmentMismatchError',
          'The sandbox refuses ids of live applications.',
        );
      }
      if (!/^sandbox-sq0idb-/.test(applicationId)) {
        throw failure('InvalidApplicationIdError', 'The application id does not begin with sandbox-sq0idb-.');
      }
      const account = { applicationId, locationId: locationId ?? '' };
      return { card: async (options = {}) => createCard(account, options) };
    },
  };
})();
