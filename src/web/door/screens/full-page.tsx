import { type ReactNode, useRef } from 'react';
import { useTakenFocus } from './use-taken-focus.ts';

/** A full-screen page before or after the shift. The focus starts on its title. */
export function FullPage({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTakenFocus(heading);
  return (
    <main className="absolute inset-0 overflow-y-auto">
      <div className="mx-auto flex min-h-full w-full max-w-120 flex-col justify-center gap-6 px-5 py-8">
        <Horizon />
        <h1 ref={heading} tabIndex={-1} className="text-3xl! outline-none">
          {title}
        </h1>
        {children}
      </div>
    </main>
  );
}

function Horizon() {
  return (
    <svg viewBox="0 0 32 16" aria-hidden="true" className="w-20">
      <path d="M0 16a16 16 0 0 1 32 0" className="fill-harbor" />
      <path d="M5 16a11 11 0 0 1 22 0" className="fill-foam" />
      <path d="M10 16a6 6 0 0 1 12 0" className="fill-beacon" />
    </svg>
  );
}
