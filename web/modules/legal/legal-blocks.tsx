import { Fragment } from "react";
import { readLegalText } from "#contract/rules/read-legal-text.ts";

/** `below`: how many levels of headings are above it, besides the page's own. */
export function LegalBlocks({ text, below = 0 }: { text: string; below?: number }) {
  return (
    <div className="grid gap-4 leading-relaxed wrap-anywhere">
      {readLegalText(text).map((block, at) => {
        const key = String(at);
        if (block.kind === "heading") {
          const Heading = `h${block.level + below}` as "h2" | "h3" | "h4" | "h5";
          return (
            <Heading
              key={key}
              className={`font-bold ${block.level === 2 ? "mt-4 text-xl" : "mt-2"}`}
            >
              {block.text}
            </Heading>
          );
        }
        if (block.kind === "list") {
          return (
            <ul key={key} className="grid list-disc gap-1 ps-6">
              {block.items.map((item, place) => (
                <li key={String(place)}>{item}</li>
              ))}
            </ul>
          );
        }
        return (
          <p key={key}>
            {block.lines.map((line, place) => (
              <Fragment key={String(place)}>
                {place > 0 && <br />}
                {line}
              </Fragment>
            ))}
          </p>
        );
      })}
    </div>
  );
}
