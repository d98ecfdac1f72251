import { ArrowLeft, ArrowRight } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { usePaging } from "./use-paging.ts";

type Props = {
  label: string;
  /** How wide a slide is, as classes: so many in a view of such a width. */
  slide: string;
  items: { key: string; content: ReactNode }[];
};

/** With more pages than this, one is told where one is instead. */
const mostButtons = 12;

/**
 * Slides that are scrolled: by touch, wheel and keyboard, before any code of ours is there. Arrows
 * and page buttons come with the code, into a row whose place is kept.
 */
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
        // What scrolls must scroll by keyboard, too.
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
          {pages > mostButtons ? (
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

/** At an end it stays, so that the focus does, and does nothing. */
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
