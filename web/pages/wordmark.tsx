/** The shop's name as it signs: a ring with a centre, and the word. */
export function Wordmark() {
  return (
    <span className="flex items-center gap-2 font-display text-xl font-extrabold tracking-tight">
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
        <circle cx="16" cy="17" r="11" fill="none" stroke="currentColor" strokeWidth="4.5" />
        <circle cx="16" cy="17" r="3" className="fill-primary" />
        <path d="M16 1v8" className="stroke-primary" strokeWidth="3.5" />
      </svg>
      Partwright
    </span>
  );
}
