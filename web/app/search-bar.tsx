import { ArrowLeft, Search } from "lucide-react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { BasketLink } from "./basket-link.tsx";
import { paths } from "./paths.ts";
import { VehicleBar } from "./vehicle-bar.tsx";

type BoxProps = {
  label: string;
  placeholder: string;
  shown: string;
  typed: string;
  onLeave: () => void;
};

const label = "Search";
const placeholder = "Part, number or size";

export function SearchBar() {
  const { pathname, search } = useLocation();
  const shown = readSearch(pathname, search);
  const [Box, setBox] = useState<ComponentType<BoxProps>>();
  const [isUsed, setIsUsed] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const bar = useRef<HTMLElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another page ends the search
  useEffect(() => setIsUsed(false), [pathname, search]);

  async function load() {
    const { HeaderSearch } = await import("./header-search.tsx");
    setBox(() => HeaderSearch);
  }

  function use() {
    setIsUsed(true);
    void load();
  }

  useEffect(() => {
    if (!isUsed) return;
    function leave({ target }: PointerEvent) {
      if (target instanceof Node && !bar.current?.contains(target)) setIsUsed(false);
    }
    document.addEventListener("pointerdown", leave);
    return () => document.removeEventListener("pointerdown", leave);
  }, [isUsed]);

  useEffect(() => {
    function focusBySlash(event: KeyboardEvent) {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      if (
        target instanceof HTMLElement &&
        target.closest("input, textarea, select, [contenteditable]")
      )
        return;
      event.preventDefault();
      bar.current?.querySelector<HTMLInputElement>("input[name=q]")?.focus();
    }
    document.addEventListener("keydown", focusBySlash);
    return () => document.removeEventListener("keydown", focusBySlash);
  }, []);

  return (
    <search
      ref={bar}
      className={`search-bar ${isUsed ? "search-bar-used" : ""}`}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsUsed(false);
      }}
    >
      <div className="wide relative flex flex-wrap items-center gap-2 py-1.5">
        <VehicleBar />
        <button
          type="button"
          className={`btn btn-ghost btn-square md:hidden ${isUsed ? "" : "hidden"}`}
          aria-label="Close the search"
          onClick={() => setIsUsed(false)}
        >
          <ArrowLeft aria-hidden="true" />
        </button>
        <div className="relative min-w-0 grow basis-0">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute start-3 top-0 z-1 h-full w-5"
          />
          {Box && isUsed ? (
            <Box
              label={label}
              placeholder={placeholder}
              shown={shown}
              typed={field.current?.value ?? ""}
              onLeave={() => setIsUsed(false)}
            />
          ) : (
            <form action={paths.search}>
              <input
                key={shown}
                ref={field}
                defaultValue={shown}
                type="search"
                name="q"
                aria-label={label}
                placeholder={placeholder}
                maxLength={200}
                autoComplete="off"
                enterKeyHint="search"
                className="combobox-field"
                onFocus={({ target }) => {
                  target.select();
                  use();
                }}
                onPointerEnter={() => void load()}
              />
            </form>
          )}
          <span aria-hidden="true" className="search-key">
            /
          </span>
        </div>
        <BasketLink />
      </div>
    </search>
  );
}

function readSearch(pathname: string, search: string): string {
  return pathname === paths.search ? (new URLSearchParams(search).get("q") ?? "").trim() : "";
}
