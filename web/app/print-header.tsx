import { useEffect, useRef } from "react";
import { formatDate } from "./format.ts";
import { useShopName } from "./shop-name.ts";
import { Mark } from "./wordmark.tsx";

/** On paper only: from whom it is, and of when. */
export function PrintHeader() {
  const shopName = useShopName();
  const day = useRef<HTMLParagraphElement>(null);

  // Written when it is printed: to learn how this reader writes a day takes as long as a page.
  useEffect(() => {
    const paper = matchMedia("print");
    const write = () => {
      if (day.current) day.current.textContent = formatDate(new Date().toISOString());
    };
    addEventListener("beforeprint", write);
    paper.addEventListener("change", write);
    return () => {
      removeEventListener("beforeprint", write);
      paper.removeEventListener("change", write);
    };
  }, []);

  return (
    <div className="hidden items-center justify-between gap-8 border-b-2 border-current pb-3 print:mb-6 print:flex">
      <p className="flex items-center gap-2 font-display text-lg font-bold">
        <Mark />
        {shopName}
      </p>
      <p ref={day} />
    </div>
  );
}
