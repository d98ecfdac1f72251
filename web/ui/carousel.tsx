import { ArrowLeft, ArrowRight } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";

type Props = {
  label: string;
  slide: string;
  items: { key: string; content: ReactNode }[];
};

const maxButtons = 12;

/** Slides scroll without JavaScript; buttons come with hydration, into reserved space. */
export function Carousel({ label, slide, items }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const { page, pages, go } = usePaging(list, items.length);

  function onKeyDown(event: KeyboardEvent) {
    const to = { ArrowLeft: page - 1, ArrowRight: page + 1, Home: 0, End: pages - 1 }[event.key];
    if (to === undefined || pages < 2 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(to);
  }

  return (
    <section aria-roledescription="carousel" aria-label={label} className="grid min-w-0">
      <ul
        ref={list}
        // Scrollable areas must be reachable by keyboard.
        tabIndex={pages === 1 ? undefined : 0}
        aria-label={label}
        onKeyDown={onKeyDown}
        className="relative flex [scrollbar-width:none] noscript:[scrollbar-width:auto] snap-x snap-mandatory gap-[50px] overflow-x-auto overscroll-x-contain scroll-smooth"
      >
        {items.map(({ key, content }) => (
          <li key={key} className={`min-w-0 shrink-0 snap-start ${slide}`}>
            {content}
          </li>
        ))}
      </ul>
      {pages !== 1 && <Controls label={label} page={page} pages={pages} go={go} />}
    </section>
  );
}

type ControlsProps = { label: string; page: number; pages: number; go: (page: number) => void };

function Controls({ label, page, pages, go }: ControlsProps) {
  return (
    <div className="mt-6 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
      {pages > 1 && (
        <>
          {pages > maxButtons ? (
            <p>
              Page {page + 1} of {pages.toLocaleString("en-US")}
            </p>
          ) : (
            <ul aria-label={`Pages of ${label}`} className="-ms-1 flex flex-wrap">
              {Array.from({ length: pages }, (_, index) => (
                <li key={String(index)}>
                  <button
                    type="button"
                    aria-label={`Page ${index + 1} of ${pages}`}
                    aria-current={index === page ? "true" : undefined}
                    onClick={() => go(index)}
                    className="group grid h-11 w-6 cursor-pointer place-items-center sm:w-9"
                  >
                    <span className="h-0.5 w-4 bg-current opacity-45 group-hover:opacity-100 group-aria-[current]:h-1 group-aria-[current]:bg-primary group-aria-[current]:opacity-100 sm:w-7" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className="flex gap-2">
            <Arrow name="Previous page" off={page === 0} onClick={() => go(page - 1)}>
              <ArrowLeft aria-hidden="true" />
            </Arrow>
            <Arrow name="Next page" off={page === pages - 1} onClick={() => go(page + 1)}>
              <ArrowRight aria-hidden="true" />
            </Arrow>
          </div>
        </>
      )}
    </div>
  );
}

type ArrowProps = { name: string; off: boolean; onClick: () => void; children: ReactNode };

/** Stays at the ends, disabled, so that it keeps the focus. */
function Arrow({ name, off, onClick, children }: ArrowProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-disabled={off}
      onClick={() => !off && onClick()}
      className="grid size-11 cursor-pointer place-items-center border border-current/30 hover:border-current aria-disabled:cursor-default aria-disabled:opacity-40 aria-disabled:hover:border-current/30"
    >
      {children}
    </button>
  );
}

type Paging = {
  pages: number;
  page: number;
  go: (page: number) => void;
};

function usePaging(list: RefObject<HTMLElement | null>, slides: number): Paging {
  const [{ page, pages }, setSeen] = useState({ page: 0, pages: 0 });

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const seen = { pages: pagesOf(element, slides), page: pageOf(element, slides) };
      setSeen((before) =>
        before.page === seen.page && before.pages === seen.pages ? before : seen,
      );
    };
    // Also reports the first size, after layout.
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [list, slides]);

  return {
    page,
    pages,
    go(to) {
      const element = list.current;
      if (!element) return;
      const target = Math.max(0, Math.min(to, pages - 1));
      element.scrollTo({ left: target * perView(element) * stepOf(element) });
    },
  };
}

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

function pageOf(element: HTMLElement, slides: number): number {
  const last = pagesOf(element, slides) - 1;
  if (element.scrollLeft + element.clientWidth >= element.scrollWidth - 2) return last;
  return Math.min(last, Math.round(element.scrollLeft / (perView(element) * stepOf(element))));
}
