import { useEffect, useRef } from "react";
import { showToast } from "#web/ui/toast.tsx";

type Props = { codes: string[]; onKept: () => void };

export function RecoveryCodes({ codes, onKept }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = codes.join("\n");

  async function copy() {
    await navigator.clipboard.writeText(text).then(
      () => showToast("The recovery codes are copied."),
      () => showToast("The browser did not allow copying. Please write the codes down.", "error"),
    );
  }
  return (
    <div className="max-w-xl border border-s-4 border-base-300 border-s-warning p-5">
      <h4 ref={heading} tabIndex={-1} className="font-bold outline-none">
        Keep these recovery codes
      </h4>
      <p className="mt-1 mb-3 leading-relaxed">
        If you lose your phone, each of them signs you in once, after your password. They are shown
        only now: print them, or put them into your password manager.
      </p>
      <ol className="grid gap-1 font-mono text-sm wrap-anywhere">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-3">
        <button type="button" className="btn btn-outline" onClick={copy}>
          Copy
        </button>
        <a
          className="btn btn-outline"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
        >
          Download
        </a>
        <button type="button" className="btn btn-secondary" onClick={onKept}>
          I have kept them
        </button>
      </div>
    </div>
  );
}
