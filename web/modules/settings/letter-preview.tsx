import { useId, useState } from "react";
import { type EditableText, type LetterKind, letterOriginals } from "#contract/letter-originals.ts";
import { fillText, placeholdersOf, toParagraphs } from "#contract/rules/fill-letter.ts";
import { RadioGroup } from "#web/ui/choice.tsx";

const looks = { html: "As most programs show it", plain: "As plain text" };
const greeting = "Hello,";

/** With examples in place of what each letter knows. */
export function LetterPreview({ kind, text }: { kind: LetterKind; text: EditableText }) {
  const [look, setLook] = useState<keyof typeof looks>("html");
  const heading = useId();
  const known = Object.entries(placeholdersOf(kind));
  const values = Object.fromEntries(known.map(([name, [, example]]) => [name, example]));
  const subject = fillText(text.subject, values);
  const before = toParagraphs(text.body, values);
  const after = toParagraphs(text.closing, values);
  const { button } = letterOriginals[kind];
  const plain = [
    ...[greeting, ...before, ...(button ? [`${button}:\n\nhttps://shop.example/…`] : [])],
    ...[...after, values.shop],
  ];
  return (
    <section aria-labelledby={heading} className="grid gap-4">
      <h3 id={heading} className="text-lg font-bold">
        Preview
      </h3>
      <RadioGroup label="Show the letter" choices={looks} value={look} onChoose={setLook} />
      <div className="grid max-w-xl gap-4 border border-base-300 p-4 wrap-anywhere sm:p-6">
        <p className="border-b border-base-300 pb-3 font-semibold">{subject}</p>
        {look === "plain" ? (
          <pre className="font-mono text-sm whitespace-pre-wrap">{plain.join("\n\n")}</pre>
        ) : (
          <>
            <p className="font-bold">{values.shop}</p>
            {[greeting, ...before].map((paragraph, at) => (
              <p key={String(at)}>{paragraph}</p>
            ))}
            {button && (
              <p>
                <span className="inline-block border px-5 py-2.5 font-semibold">{button}</span>
              </p>
            )}
            {after.map((paragraph, at) => (
              <p key={String(at)}>{paragraph}</p>
            ))}
          </>
        )}
      </div>
    </section>
  );
}
