/** Shown over every screen in practice mode. */
export function PracticeBanner({ onEnd }: { onEnd: () => void }) {
  return (
    <section
      aria-label="Practice"
      className="door-practice flex shrink-0 items-center gap-3 border-b-2 border-ink py-1 pr-1 pl-3"
    >
      <p className="flex-1 text-md leading-tight font-semibold">PRACTICE: nothing counts</p>
      <button
        type="button"
        onClick={onEnd}
        className="min-h-11 shrink-0 rounded-button bg-ink px-4 font-semibold text-white"
      >
        End practice
      </button>
    </section>
  );
}
