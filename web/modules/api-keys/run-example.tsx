import { useState } from "react";
import { useAction } from "#web/ui/use-action.ts";
import type { CallExample } from "./call-examples.ts";
import { CodeBlock } from "./code-block.tsx";

const mostShown = 4_000;

/** As the admin who looks at it; only what changes nothing. */
export function RunExample({ example: { title, path } }: { example: CallExample }) {
  const [answer, setAnswer] = useState<{ status: string; text: string }>();
  const { run, isBusy } = useAction();

  async function show() {
    try {
      const response = await fetch(path, { signal: AbortSignal.timeout(20_000) });
      const text = JSON.stringify(await response.json(), null, 2);
      const shown = text.length > mostShown ? `${text.slice(0, mostShown)}\n…` : text;
      setAnswer({ status: `${response.status} ${response.statusText}`.trim(), text: shown });
    } catch {
      setAnswer({ status: "The shop did not answer. Please try again.", text: "" });
    }
  }

  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <button
          type="button"
          className="btn btn-outline h-11 border-base-content/50"
          aria-label={`Run it here: ${title}`}
          aria-busy={isBusy}
          onClick={() => void run(show)}
        >
          Run it here
        </button>
      </div>
      <p role="status" className={answer ? "font-semibold" : "sr-only"}>
        {answer?.status}
      </p>
      {answer?.text && <CodeBlock name={`the answer to “${title}”`} code={answer.text} />}
    </div>
  );
}
