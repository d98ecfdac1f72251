import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";

type Props = {
  title: string;
  /** What happens, and to whom. */
  children: ReactNode;
  confirm: string;
  /** The safe choice. */
  refuse?: string;
  /** The dialog stays until this has ended; whether well or badly, it tells the person itself. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  /** Where focus goes when it went well, if what opened the dialog is gone by then. */
  focusAfter?: RefObject<HTMLElement | null>;
};

/**
 * Asks before what cannot be undone. It is open as long as it is rendered; focus begins at the
 * safe choice, and goes back to where it was.
 */
export function ConfirmDialog(props: Props) {
  const { title, children, confirm, refuse = "Cancel", onConfirm, onClose, focusAfter } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const safe = useRef<HTMLButtonElement>(null);
  const done = useRef(false);
  const [busy, setBusy] = useState(false);
  const id = useId();

  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    safe.current?.focus();
    return () => {
      // The browser gives focus back when a dialog is closed, not when it is taken away.
      shown?.close();
      if (done.current) focusAfter?.current?.focus();
    };
  }, [focusAfter]);

  // What has begun is not taken back by looking away.
  const leave = () => busy || onClose();

  async function go() {
    if (busy) return;
    setBusy(true);
    await onConfirm().then(
      () => {
        done.current = true;
      },
      () => {},
    );
    onClose();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard it is left with Escape
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="m-auto w-[calc(100%-2rem)] max-w-md border border-base-300 bg-base-100 text-base-content backdrop:bg-neutral/60"
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onClick={(event) => event.target === event.currentTarget && leave()}
    >
      <div className="grid gap-3 p-6">
        <h2 id={`${id}-title`} className="text-xl font-extrabold">
          {title}
        </h2>
        <div id={`${id}-text`} className="leading-relaxed wrap-anywhere text-base-content/80">
          {children}
        </div>
        <div className="mt-3 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <button ref={safe} type="button" className="btn btn-outline" onClick={leave}>
            {refuse}
          </button>
          <button
            type="button"
            className="btn btn-error"
            aria-busy={busy}
            aria-disabled={busy}
            onClick={go}
          >
            {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
            {confirm}
          </button>
        </div>
      </div>
    </dialog>
  );
}
