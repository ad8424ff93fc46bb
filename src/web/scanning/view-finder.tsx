/** Four arcs that frame the code. */
export function ViewFinder() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      fill="none"
      strokeWidth="2.5"
      strokeLinecap="round"
      className="pointer-events-none absolute top-1/2 left-1/2 h-[70%] max-w-[80%] -translate-1/2 stroke-white"
    >
      <path d="M2 26A24 24 0 0 1 26 2M74 2a24 24 0 0 1 24 24M98 74a24 24 0 0 1-24 24M26 98A24 24 0 0 1 2 74" />
    </svg>
  );
}
