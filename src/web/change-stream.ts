/** The pause before retrying a stream that was refused, or broken by a proxy. */
const TRY_AGAIN_MS = 30_000;

export type ChangeStream = ReturnType<typeof openChangeStream>;

/** Listens to a server's stream of changes. `onChange` is also called when it breaks. */
export function openChangeStream(path: string, onChange: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let source = listen();
  function listen(): EventSource {
    const opened = new EventSource(path);
    let wasOpen = false;
    opened.onopen = () => {
      wasOpen = true;
    };
    opened.addEventListener('change', onChange);
    opened.onerror = () => {
      // The network may be gone, which a contact reveals. The browser itself reopens the stream.
      if (wasOpen) onChange();
      wasOpen = false;
      if (opened.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(() => {
        source = listen();
      }, TRY_AGAIN_MS);
    };
    return opened;
  }
  return {
    isOpen: () => source.readyState === EventSource.OPEN,
    close() {
      clearTimeout(timer);
      source.close();
    },
  };
}
