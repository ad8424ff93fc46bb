import { type RefObject, useEffect, useEffectEvent } from 'react';
import { createKeyBurst } from './key-burst.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Recognizes a handheld scanner wherever the focus is, and removes what it typed into a field. `codeBox`, if any, takes
 * its codes itself.
 */
export function useKeyBurst(
  onCode: (text: string) => void,
  codeBox?: RefObject<HTMLInputElement | null>,
): void {
  const pass = useEffectEvent(onCode);
  useEffect(() => {
    const take = createKeyBurst();
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      const key = take(event.key, event.timeStamp);
      const field = textFieldOf(event.target);
      if (field && field === codeBox?.current) return;
      // A code must not press the focused button or submit a form.
      const isPress = event.key === 'Enter' || (event.key === ' ' && !field);
      if (key !== 'typed' && isPress) {
        event.preventDefault();
        event.stopPropagation();
      }
      if (typeof key === 'string') return;
      if (field) takeOut(field, key.text);
      pass(key.text);
    };
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, [codeBox]);
}

function textFieldOf(target: EventTarget | null): TextField | null {
  if (target instanceof HTMLTextAreaElement) return target;
  return target instanceof HTMLInputElement && !target.matches('[type=checkbox], [type=radio]')
    ? target
    : null;
}

/** React notices a change only through the native value setter. */
function takeOut(field: TextField, text: string): void {
  const at = field.value.lastIndexOf(text);
  if (at === -1) return;
  const value = field.value.slice(0, at) + field.value.slice(at + text.length);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
