// Toast libraries insert <style> elements, which the content security policy forbids.
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";

type Kind = "success" | "error";
type Toast = { id: number; text: string; kind: Kind };

/** Failures are shown longer. */
const shownFor = { success: 6_000, error: 12_000 };
const mostAtOnce = 4;

const navbar = 66;

const belowNavbar = 96;
const none: Toast[] = [];

let toasts = none;
let nextId = 1;
const listeners = new Set<() => void>();

export function showToast(text: string, kind: Kind = "success"): void {
  // A repeated message is announced again; a success removes earlier errors.
  const others = toasts.filter(
    (toast) =>
      !(toast.text === text && toast.kind === kind) &&
      !(kind === "success" && toast.kind === "error"),
  );
  become([{ id: nextId++, text, kind }, ...others].slice(0, mostAtOnce));
}

export function dismissErrorToasts(): void {
  become(toasts.filter(({ kind }) => kind !== "error"));
}

function become(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Below the navbar; at the foot of the window while they would cover the focused element. */
export function Toasts() {
  const stack = useRef<HTMLDivElement>(null);
  const atFoot = useInTheWay(stack);
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  const of = (kind: Kind) =>
    shown
      .filter((toast) => toast.kind === kind)
      .map((toast) => <Message key={toast.id} toast={toast} />);
  return (
    <div
      ref={stack}
      className={`${atFoot ? "bottom-4" : "top-18 sm:top-20"} pointer-events-none fixed inset-x-3 z-50 grid sm:start-auto sm:end-6 sm:w-96`}
    >
      {of("error")}
      {/* A live region must exist before its content to be announced. */}
      <div role="status" aria-atomic="false">
        {of("success")}
      </div>
    </div>
  );
}

function useInTheWay(stack: RefObject<HTMLElement | null>): boolean {
  const [isInTheWay, setInTheWay] = useState(false);
  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      const element = stack.current;
      if (!element || !(target instanceof Element) || element.contains(target)) return;
      const own = element.getBoundingClientRect();
      const { top, bottom, right } = target.getBoundingClientRect();
      setInTheWay(
        own.height > 0 && right > own.left && top < own.height + belowNavbar && bottom > navbar,
      );
    };
    document.addEventListener("focusin", look);
    return () => document.removeEventListener("focusin", look);
  }, [stack]);
  return isInTheWay;
}

function Message({ toast: { id, text, kind } }: { toast: Toast }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const cameFrom = useRef<EventTarget | null>(null);
  const Icon = kind === "success" ? CircleCheck : CircleAlert;

  useEffect(() => {
    if (hovered || focused) return;
    const timer = setTimeout(
      () => become(toasts.filter((other) => other.id !== id)),
      shownFor[kind],
    );
    return () => clearTimeout(timer);
  }, [hovered, focused, id, kind]);

  function close() {
    become(toasts.filter((toast) => toast.id !== id));
    // By keyboard, the focus returns to where it was.
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: to hover over it is only to keep it
    <div
      role={kind === "error" ? "alert" : undefined}
      className={`${kind === "error" ? "border-s-error" : "border-s-success"} pointer-events-auto mb-2 flex w-full items-start gap-3 rounded-box border border-s-4 border-base-300 bg-base-100 py-1.5 ps-4 pe-1.5 shadow-lg transition duration-200 starting:-translate-y-2 starting:opacity-0`}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => {
        cameFrom.current = event.relatedTarget;
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
    >
      <Icon
        className={`${kind === "error" ? "text-error" : "text-success"} mt-2.5 size-5 shrink-0`}
        aria-hidden="true"
      />
      <p className="grow py-2 font-medium wrap-anywhere">{text}</p>
      <button
        type="button"
        className="grid size-10 shrink-0 cursor-pointer place-items-center rounded-field hover:bg-base-200"
        aria-label="Close this message"
        onClick={close}
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </div>
  );
}
