import { useEffect, useState } from 'react';

/** Acts right after the next paint; call the returned function to cancel. */
export function afterPicture(act: () => void): () => void {
  let timer: number | undefined;
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Returns `value` one frame later, for what renders more slowly than a click may wait; until then, `before`. */
export function useAfterPicture<Value, Before>(value: Value, before: Before): Value | Before {
  const [shown, setShown] = useState<Value | Before>(before);
  useEffect(() => afterPicture(() => setShown(() => value)), [value]);
  return shown;
}
