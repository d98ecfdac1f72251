import { useEffect, useRef } from "react";
import { useShopName } from "./shop-name.ts";
import { ThemeSwitch } from "./theme-switch.tsx";
import { Wordmark } from "./wordmark.tsx";

const networks = {
  Facebook: "M14 8h3V4h-3c-2.8 0-4.5 1.8-4.5 4.5V11H7v4h2.5v8h4v-8H17l.5-4h-4V9c0-.6.2-1 .5-1z",
  X: "M4 4h5l4 5.6L17.8 4H20l-6 7.2L20.5 20h-5l-4.3-6L6 20H3.8l6.4-7.6z",
  YouTube: "M3 5h18v14H3zM10 9v6l5-3z",
};

export function Footer() {
  const shopName = useShopName();
  return (
    <footer className="bg-neutral text-neutral-content print:hidden">
      <div className="rule-edge h-3" aria-hidden="true" />
      <div className="wide grid gap-10 py-12 md:grid-cols-[minmax(0,1fr)_auto] md:py-16">
        <div className="grid content-start gap-4">
          <Wordmark />
          <p className="max-w-md text-lg leading-snug text-balance wrap-anywhere">
            {shopName} has made reliable auto parts since 2012
          </p>
        </div>
        <ul className="-mx-3 flex items-start md:mx-0">
          {Object.entries(networks).map(([name, path]) => (
            <li key={name}>
              {/* biome-ignore lint/a11y/useValidAnchor: the links are empty, as specified */}
              <a
                href="#"
                className="grid size-11 place-items-center hover:bg-neutral-content hover:text-neutral"
                onClick={(event) => event.preventDefault()}
              >
                <span className="sr-only">{name}</span>
                <svg viewBox="0 0 24 24" className="size-5 fill-current" aria-hidden="true">
                  <path fillRule="evenodd" d={path} />
                </svg>
              </a>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-6 border-t border-neutral-content/25 pt-6 md:col-span-2">
          <p className="text-sm text-neutral-content/80">
            Copyright © <ThisYear /> - All right reserved
          </p>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  );
}

/** A cached page may have been rendered last year. */
function ThisYear() {
  const year = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (year.current) year.current.textContent = String(new Date().getFullYear());
  }, []);
  return (
    <span ref={year} suppressHydrationWarning>
      {new Date().getFullYear()}
    </span>
  );
}
