import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";

type Notice = {
  id: number;
  text: string;
  undo?: () => Promise<string>;
  /** Once it can no longer be undone from here. */
  whenGone?: () => void;
};

const shownMs = 10_000;

let notice: Notice | undefined;
let waiting: Notice | undefined;
let nextId = 1;
const listeners = new Set<() => void>();

export function showOnShelf(text: string, undo?: () => Promise<string>): void {
  const next = { id: nextId++, text, ...(undo && { undo }) };
  // What is held keeps its time to be undone.
  if (notice?.whenGone) waiting = next;
  else setNotice(next);
}

type Held = { text: string; undone: string; commit: (isLeaving: boolean) => void };

/** Done once Undo has gone, or at once when the page is left. */
export function holdOnShelf({ text, undone, commit }: Held): void {
  let isHeld = true;
  const end = (then: () => void) => {
    if (!isHeld) return;
    isHeld = false;
    removeEventListener("pagehide", leave);
    then();
  };
  const leave = () => end(() => commit(true));
  addEventListener("pagehide", leave);
  setNotice({
    id: nextId++,
    text,
    whenGone: () => end(() => commit(false)),
    async undo() {
      end(() => {});
      return undone;
    },
  });
}

function setNotice(next: Notice | undefined): void {
  const last = notice;
  notice = next ?? waiting;
  if (!next) waiting = undefined;
  for (const listener of listeners) listener();
  last?.whenGone?.();
}

function endHeld(): void {
  if (notice?.whenGone) setNotice(undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type Props = {
  children?: ReactNode;
};

export function Shelf({ children }: Props) {
  const shown = useSyncExternalStore(
    subscribe,
    () => notice,
    () => undefined,
  );
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isUndoing, setUndoing] = useState(false);
  const isUsed = Boolean(shown || children);
  const isKept = isHovered || isFocused || isUndoing;

  useEffect(() => {
    if (!shown || isKept) return;
    const timer = setTimeout(() => setNotice(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [shown, isKept]);

  useEffect(() => endHeld, []);

  // What has the focus scrolls above the shelf.
  useEffect(() => {
    const { style } = document.documentElement;
    style.scrollPaddingBottom = isUsed ? "8rem" : "";
    return () => {
      style.scrollPaddingBottom = "";
    };
  }, [isUsed]);

  async function undo() {
    if (!shown?.undo || isUndoing) return;
    setUndoing(true);
    const text = await shown.undo().catch((error: Error) => error.message);
    setUndoing(false);
    setFocused(false);
    setNotice({ id: nextId++, text });
  }

  useEffect(() => {
    if (!shown?.undo) return;
    const press = (event: KeyboardEvent) => {
      const { target, key } = event;
      const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
      const isTyping = target instanceof Element && target.closest("input, textarea, select");
      if (key === "z" && isPlain && !isTyping) void undo();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: to hover over it is only to keep it
    <div
      className="sticky bottom-0 z-20 print:hidden"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <div
        className={
          shown
            ? "mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 bg-neutral px-4 py-2 text-neutral-content"
            : ""
        }
      >
        {/* A live region must exist before its content to be announced. */}
        <p role="status" className={shown ? "py-2 wrap-anywhere" : ""}>
          {shown?.text}
        </p>
        {shown?.undo && (
          <button
            type="button"
            className="inline-flex min-h-10 cursor-pointer items-center gap-2 border border-neutral-content/60 px-4 font-semibold"
            aria-keyshortcuts="z"
            aria-busy={isUndoing}
            onClick={undo}
          >
            Undo
            <span
              className="border border-neutral-content/60 px-1.5 font-mono text-xs"
              aria-hidden="true"
            >
              Z
            </span>
          </button>
        )}
      </div>
      {children}
    </div>
  );
}
