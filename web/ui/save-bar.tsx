import { useEffect } from "react";

type Props = {
  text: string;
  error?: string | undefined;
  isBusy: boolean;
  onSave: () => void;
  onDiscard: () => void;
};

export function SaveBar({ text, error, isBusy, onSave, onDiscard }: Props) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onSave();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });

  return (
    <section
      aria-label="Changes"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-neutral-content/40 bg-neutral px-4 py-2 text-neutral-content"
    >
      <div className="grid min-w-0 grow basis-64 py-1 wrap-anywhere">
        <p className="font-semibold">{text}</p>
        <p role="alert">{error}</p>
      </div>
      <div className="flex gap-2">
        <button
          type="button"
          className="min-h-11 cursor-pointer border border-neutral-content/60 px-4 font-semibold"
          onClick={onDiscard}
        >
          Discard
        </button>
        <button
          type="button"
          className="min-h-11 cursor-pointer bg-neutral-content px-6 font-semibold text-neutral"
          aria-keyshortcuts="Control+S"
          aria-busy={isBusy}
          onClick={onSave}
        >
          Save
        </button>
      </div>
    </section>
  );
}
