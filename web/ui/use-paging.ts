import { type RefObject, useEffect, useState } from "react";

export type Paging = {
  /** 0 as long as nobody knows: on the server, and until the list has been measured. */
  pages: number;
  page: number;
  go: (page: number) => void;
};

/** How many pages a list that scrolls sideways has, which is seen, and the way to another. */
export function usePaging(list: RefObject<HTMLElement | null>, slides: number): Paging {
  const [{ page, pages }, setSeen] = useState({ page: 0, pages: 0 });

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = () => {
      const seen = { pages: pagesOf(element, slides), page: pageOf(element, slides) };
      // The same as before is no reason to render.
      setSeen((before) =>
        before.page === seen.page && before.pages === seen.pages ? before : seen,
      );
    };
    // Tells also of its first size, once the browser has laid it out.
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [list, slides]);

  return {
    page,
    pages,
    go(to) {
      const element = list.current;
      if (!element) return;
      const within = Math.max(0, Math.min(to, pages - 1));
      // How it goes there, at once or smoothly, is for the style to say.
      element.scrollTo({ left: within * perView(element) * stepOf(element) });
    },
  };
}

/** From the beginning of one slide to that of the next. */
function stepOf(element: HTMLElement): number {
  const [first, second] = element.children as HTMLCollectionOf<HTMLElement>;
  return first && second ? second.offsetLeft - first.offsetLeft : element.clientWidth;
}

function perView(element: HTMLElement): number {
  const [first] = element.children as HTMLCollectionOf<HTMLElement>;
  const gap = stepOf(element) - (first?.offsetWidth ?? 0);
  return Math.max(1, Math.round((element.clientWidth + gap) / stepOf(element)));
}

function pagesOf(element: HTMLElement, slides: number): number {
  return Math.max(1, Math.ceil(slides / perView(element)));
}

/** The last page may be short: it is where there is nothing more to scroll. */
function pageOf(element: HTMLElement, slides: number): number {
  const last = pagesOf(element, slides) - 1;
  if (element.scrollLeft + element.clientWidth >= element.scrollWidth - 2) return last;
  return Math.min(last, Math.round(element.scrollLeft / (perView(element) * stepOf(element))));
}
