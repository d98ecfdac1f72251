import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";

const CommandBox = lazy(async () => ({
  default: (await import("#web/modules/commands/command-box.tsx")).CommandBox,
}));

/** For admins; show-role.ts decides whether it shows. */
export function CommandButton() {
  const [isOpen, setOpen] = useState(false);

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
        <Suspense fallback={null}>
          <CommandBox onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
