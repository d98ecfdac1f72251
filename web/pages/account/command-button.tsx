import { Search } from "lucide-react";
import { type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import { signOut } from "#web/modules/identity/session.ts";
import { late } from "#web/ui/late.tsx";
import { showToast } from "#web/ui/toast.tsx";

const CommandBox = late(
  async () => (await import("#web/modules/commands/command-box.tsx")).CommandBox,
);

/** For admins; show-role.ts decides whether it shows. */
export function CommandButton() {
  const [isOpen, setOpen] = useState(false);
  const typed = useRef("");

  useEffect(() => {
    function press(event: KeyboardEvent) {
      const isCommand = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!isCommand || event.altKey || event.shiftKey || event.isComposing) return;
      if (document.documentElement.dataset.role !== "admin") return;
      event.preventDefault();
      setOpen((wasOpen) => !wasOpen);
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);

  return (
    <div className="hidden in-data-[role=admin]:block print:hidden">
      <button
        type="button"
        className="flex h-11 cursor-pointer items-center gap-3 border border-base-content/50 bg-base-100 px-3 whitespace-nowrap text-base-content/80"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Search className="size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">Find or do anything</span>
        <kbd className="border border-base-content/40 px-1.5 font-mono text-xs max-sm:hidden">
          Ctrl K
        </kbd>
      </button>
      {isOpen && (
        <Suspense fallback={<EarlyField typed={typed} onClose={() => setOpen(false)} />}>
          <CommandBox
            typed={typed}
            onClose={() => setOpen(false)}
            onSignOut={(path) =>
              void signOut(path).catch((error) => showToast(error.message, "error"))
            }
          />
        </Suspense>
      )}
    </div>
  );
}

type EarlyProps = { typed: RefObject<string>; onClose: () => void };

/** Takes what is typed while the box loads. */
function EarlyField({ typed, onClose }: EarlyProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    typed.current = "";
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, [typed]);
  return (
    <dialog
      ref={dialog}
      aria-label="Find or do anything"
      className="mx-auto mt-[8dvh] w-[calc(100%-2rem)] max-w-xl bg-transparent text-base-content backdrop:bg-neutral/60"
      onCancel={onClose}
    >
      <input
        aria-label="Find or do anything"
        autoComplete="off"
        maxLength={100}
        className="combobox-field"
        onChange={({ target }) => {
          typed.current = target.value;
        }}
      />
    </dialog>
  );
}
