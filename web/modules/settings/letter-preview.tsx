import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { EditableText } from "#contract/letter-original.ts";
import type { LetterKind } from "#contract/letter-originals.ts";
import { letterProblems } from "#contract/rules/fill-letter.ts";
import { useDebounced } from "#web/app/use-debounced.ts";
import { letterPreview } from "./calls.ts";
import { LetterFrame } from "./letter-frame.tsx";

type Typed = { kind: LetterKind; text: EditableText };

export function LetterPreview(typed: Typed) {
  const heading = useId();
  const { kind, text } = JSON.parse(useDebounced(JSON.stringify(typed))) as Typed;
  const isRight =
    Object.keys(letterProblems(kind, text)).length === 0 &&
    [text.subject, text.body].every((each) => each.trim() !== "");
  const { data, error } = useQuery({
    ...letterPreview({ kind, text }),
    enabled: isRight,
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby={heading} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3 id={heading} className="text-lg font-bold">
        Preview
      </h3>
      {!isRight && <p>Once the text has no mistakes, you see here how the letter looks then.</p>}
      {isRight && error && <p role="alert">{error.message}</p>}
      {data && (
        <>
          <p className="font-semibold wrap-anywhere">{data.subject}</p>
          <LetterFrame html={data.html} />
          {data.attachments.length > 0 && <p>Attached: {data.attachments.join(", ")}</p>}
          <h4 className="font-bold">As plain text</h4>
          <pre className="border border-base-300 p-4 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
            {data.text}
          </pre>
        </>
      )}
    </section>
  );
}
