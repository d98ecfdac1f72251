import { type ReactNode, useEffect, useRef } from "react";
import { useAction } from "#web/ui/use-action.ts";

export type PreviewRow = { id: string; name: string; change: string };

type Props = {
  title: string;
  text: string;
  rows: readonly PreviewRow[];
  children?: ReactNode;
  act?: { name: string; run: () => Promise<void> | void };
  onClose: () => void;
};

const mostShown = 100;

export function BulkPreview({ title, text, rows, children, act, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { run, isBusy, failure } = useAction();

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-label={title}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-xl overflow-auto border border-base-300 bg-base-100 p-6 text-base-content backdrop:bg-neutral/60"
      onClose={onClose}
    >
      <div className="grid gap-4">
        <h2 className="text-xl font-extrabold">{title}</h2>
        {children}
        <p role="status">{text}</p>
        {rows.length > 0 && (
          <ul className="max-h-72 divide-y divide-base-300 overflow-auto border border-base-300">
            {rows.slice(0, mostShown).map(({ id, name, change }) => (
              <li
                key={id}
                className="flex flex-wrap justify-between gap-x-4 px-3 py-2 text-sm wrap-anywhere"
              >
                <span className="min-w-0 grow basis-48">{name}</span>
                <span className="font-semibold">{change}</span>
              </li>
            ))}
            {rows.length > mostShown && (
              <li className="px-3 py-2 text-sm">
                and {(rows.length - mostShown).toLocaleString("en-US")} more
              </li>
            )}
          </ul>
        )}
        <p role="alert" className="font-medium text-error empty:hidden">
          {failure}
        </p>
        <div className="flex flex-wrap gap-3">
          {act && (
            <button
              type="button"
              className="btn btn-secondary"
              aria-busy={isBusy}
              onClick={() => run(async () => act.run())}
            >
              {act.name}
            </button>
          )}
          <button type="button" className="btn btn-outline" onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </dialog>
  );
}
