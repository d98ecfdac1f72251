import { Check, Copy } from "lucide-react";
import { useState, useSyncExternalStore } from "react";

/** Not without script, and browsers have no clipboard on plain http. */
function useCanCopy(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => navigator.clipboard !== undefined,
    () => false,
  );
}

export function CopyText({ label, text }: { label: string; text: string }) {
  const canCopy = useCanCopy();
  const [copied, setCopied] = useState(false);
  const Icon = copied ? Check : Copy;
  return (
    <>
      {canCopy && (
        <button
          type="button"
          className="btn btn-ghost btn-square"
          aria-label={label}
          onClick={() => {
            void navigator.clipboard.writeText(text).then(
              () => setCopied(true),
              () => setCopied(false),
            );
          }}
        >
          <Icon className="size-5" aria-hidden="true" />
        </button>
      )}
      <span role="status" className="text-sm text-base-content/75">
        {copied && "Copied"}
      </span>
    </>
  );
}
