import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";

type Notice = {
  text: string;
  undo?: () => Promise<string>;
  isUndoing?: boolean;
  /** Runs the delayed action when Undo is no longer offered. */
  whenGone?: () => void;
};

const shownMs = 10_000;

let notice: Notice | undefined;
let waiting: Notice | undefined;
const listeners = new Set<() => void>();

export function showOnShelf(text: string, undo?: () => Promise<string>): void {
  const next = { text, ...(undo && { undo }) };
  // A delayed action keeps its time for Undo.
  if (notice?.whenGone) waiting = next;
  else setNotice(next);
}

type Held = { text: string; undone: string; commit: (isLeaving: boolean) => void };

/** Delays an action until Undo is no longer offered or the page is left. */
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
    text,
    whenGone: () => end(() => commit(false)),
    async undo() {
      end(() => {});
      return undone;
    },
  });
}

export async function undoNotice(): Promise<void> {
  if (!notice?.undo || notice.isUndoing) return;
  const { text, undo } = notice;
  const undoing = undo();
  const busy = { text, undo, isUndoing: true };
  setNotice(busy);
  const result = await undoing.catch((error: Error) => error.message);
  if (notice === busy) setNotice({ text: result });
  else showOnShelf(result);
}

export function removeNotice(): void {
  setNotice(undefined);
}

function endHeld(): void {
  if (notice?.whenGone) removeNotice();
}

export const readNotice = () => notice;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setNotice(next: Notice | undefined): void {
  const last = notice;
  notice = next ?? waiting;
  if (!next) waiting = undefined;
  for (const listener of listeners) listener();
  last?.whenGone?.();
}

type Props = {
  children?: ReactNode;
};

export function Shelf({ children }: Props) {
  const shown = useSyncExternalStore(subscribe, readNotice, () => undefined);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isUsed = Boolean(shown || children);
  const isUndoing = shown?.isUndoing === true;
  const isKept = isHovered || isFocused || isUndoing;

  useEffect(() => {
    if (!shown || isKept) return;
    const timer = setTimeout(removeNotice, shownMs);
    return () => clearTimeout(timer);
  }, [shown, isKept]);

  useEffect(() => endHeld, []);

  // The browser scrolls a focused element to above the shelf.
  useEffect(() => {
    const { style } = document.documentElement;
    style.scrollPaddingBottom = isUsed ? "8rem" : "";
    return () => {
      style.scrollPaddingBottom = "";
    };
  }, [isUsed]);

  async function undo() {
    await undoNotice();
    // The button, which may have had the focus, is gone.
    if (!readNotice()?.undo) setFocused(false);
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
