import type { ReactNode } from 'react';

/** One thing in the middle of an otherwise empty page. */
export function CentredPage({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-5 py-12">
      <div className="w-full max-w-form">{children}</div>
    </main>
  );
}
