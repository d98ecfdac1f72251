import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from "react";

type Props = {
  title: string;
  children: ReactNode;
  confirm: string;
  refuse?: string | undefined;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  focusAfter?: RefObject<HTMLElement | null>;
};

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
      // Browsers return the focus when a dialog is closed, not when it is removed.
      shown?.close();
      if (done.current) focusAfter?.current?.focus();
    };
  }, [focusAfter]);

  // A running action cannot be dismissed.
  const cancel = () => busy || onClose();

  async function confirmAction() {
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
        cancel();
      }}
      onClick={(event) => event.target === event.currentTarget && cancel()}
    >
      <div className="grid gap-3 p-6">
        <h2 id={`${id}-title`} className="text-xl font-extrabold">
          {title}
        </h2>
        <div id={`${id}-text`} className="leading-relaxed wrap-anywhere text-base-content/80">
          {children}
        </div>
        <div className="mt-3 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <button ref={safe} type="button" className="btn btn-outline" onClick={cancel}>
            {refuse}
          </button>
          <button
            type="button"
            className="btn btn-error"
            aria-busy={busy}
            aria-disabled={busy}
            onClick={confirmAction}
          >
            {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
            {confirm}
          </button>
        </div>
      </div>
    </dialog>
  );
}
