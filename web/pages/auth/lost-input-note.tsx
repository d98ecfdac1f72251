import type { Typed } from "#web/modules/identity/lost-input.ts";
import { CopyText } from "#web/ui/copy-text.tsx";

export function LostInputNote({ typed }: { typed: readonly Typed[] }) {
  const all = typed.map(({ label, text }) => `${label}: ${text}`).join("\n");
  return (
    <section
      aria-labelledby="lost-input"
      className="mb-7 border-s-4 border-warning bg-base-200 px-4 py-3"
    >
      <div className="flex items-start justify-between gap-2">
        <h2 id="lost-input" className="text-lg font-bold">
          What you typed was not saved
        </h2>
        <CopyText label="Copy what you typed" text={all} />
      </div>
      <p className="mt-1">
        You were signed out first, and nothing of it was stored. Copy what you need: it is shown
        here until you sign in.
      </p>
      <dl className="mt-3 grid max-h-80 gap-3 overflow-y-auto">
        {typed.map(({ label, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <div key={index}>
            <dt className="text-sm text-base-content/75">{label}</dt>
            <dd className="whitespace-pre-wrap wrap-anywhere select-text">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
