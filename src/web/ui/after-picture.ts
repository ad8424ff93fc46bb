import { useEffect, useState } from 'react';

/** Acts as soon as the browser has drawn what is there by now; call what it returns to have it not act. */
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

/** `value`, but a picture later, for what takes longer to draw than a click may wait; until the first, `before`. */
export function useAfterPicture<Value, Before>(value: Value, before: Before): Value | Before {
  const [shown, setShown] = useState<Value | Before>(before);
  useEffect(() => afterPicture(() => setShown(() => value)), [value]);
  return shown;
}
