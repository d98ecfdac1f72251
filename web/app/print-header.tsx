import { useEffect, useRef } from "react";
import { formatDate } from "./format.tsx";
import { useShopName } from "./shop-name.ts";
import { Mark } from "./wordmark.tsx";

export function PrintHeader() {
  const shopName = useShopName();
  const day = useRef<HTMLParagraphElement>(null);

  // Written when printing starts: loading the dates' locale takes longer than showing a page.
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
