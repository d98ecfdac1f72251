import { useState } from "react";

/** More than this would make one review taller than all the others. */
const long = 300;

/** Its beginning, and all of it for who wants to read on. */
export function ReviewText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const cut = text.length > long || text.split("\n").length > 6;
  return (
    <>
      <p
        dir="auto"
        className={`whitespace-pre-line wrap-anywhere ${cut && !whole ? "line-clamp-6" : ""}`}
      >
        {text}
      </p>
      {cut && (
        <button
          type="button"
          aria-expanded={whole}
          className="link mt-2 min-h-6 text-sm font-semibold"
          onClick={() => setWhole(!whole)}
        >
          {whole ? "Read less" : "Read all of it"}
        </button>
      )}
    </>
  );
}
