import { X } from "lucide-react";
import { useEffect, useRef } from "react";

type Props = {
  keys: Record<string, string>;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  onClose: () => void;
};

export function KeyHelp({ keys, isOn, onSwitch, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard it is left with Escape
    <dialog
      ref={dialog}
      aria-label="Keys"
      className="m-auto w-[calc(100%-2rem)] max-w-md border border-base-300 bg-base-100 p-6 text-base-content backdrop:bg-neutral/60"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-xl font-extrabold">Keys</h2>
        <button
          type="button"
          className="btn btn-ghost btn-square"
          aria-label="Close"
          onClick={onClose}
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      </div>
      <dl className="mt-2 grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-2">
        {Object.entries(keys).map(([key, does]) => (
          <div key={key} className="contents">
            <dt className="font-mono font-semibold">{key}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex min-h-11 cursor-pointer items-center gap-3 border-t border-base-300 pt-3">
        <input
          type="checkbox"
          className="size-4 accent-base-content"
          checked={isOn}
          onChange={({ target }) => onSwitch(target.checked)}
        />
        Keys are on
      </label>
    </dialog>
  );
}
