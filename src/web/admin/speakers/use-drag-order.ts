import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';

interface Drag {
  readonly from: number;
  readonly to: number;
  /** How far the pointer has moved, in pixels. */
  readonly shift: number;
  /** The height of the dragged row. */
  readonly height: number;
}

/** Lets rows be dragged up and down by a handle. Offer buttons, too, because a keyboard can't drag. */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const start = useRef({ y: 0, middles: [] as number[] });
  const [drag, setDrag] = useState<Drag | null>(null);

  const begin = (index: number) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const boxes = Array.from(list.current!.children, (row) => row.getBoundingClientRect());
    start.current = {
      y: event.pageY,
      middles: boxes.map(({ top, height }) => top + height / 2 + window.scrollY),
    };
    setDrag({ from: index, to: index, shift: 0, height: boxes[index]!.height });
  };
  const move = (event: PointerEvent) => {
    if (!drag) return;
    const { y, middles } = start.current;
    const shift = event.pageY - y;
    const middle = middles[drag.from]! + shift;
    // It swaps with each row whose middle it has passed.
    const above = middles.filter((one, index) => index !== drag.from && one < middle).length;
    setDrag({ ...drag, shift, to: above });
  };
  const end = () => {
    setDrag(null);
    if (drag && drag.to !== drag.from) onMove(drag.from, drag.to);
  };

  return {
    list,
    handle: (index: number) => ({
      onPointerDown: begin(index),
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: () => setDrag(null),
    }),
    /** Moves the dragged row with the pointer, and the others out of the way. */
    rowStyle: (index: number): CSSProperties | undefined => {
      if (!drag) return undefined;
      const { from, to, shift, height } = drag;
      if (index === from) return { transform: `translateY(${shift}px)`, position: 'relative', zIndex: 1 };
      if (from < index && index <= to) return { transform: `translateY(${-height}px)` };
      if (to <= index && index < from) return { transform: `translateY(${height}px)` };
      return undefined;
    },
  };
}
