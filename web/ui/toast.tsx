// Toast libraries insert <style> elements, which the content security policy forbids.
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";

type Kind = "success" | "error";
type Toast = { id: number; text: string; kind: Kind; about: string | undefined };

/** Failures are shown longer. */
const shownMs = { success: 6_000, error: 12_000 };
const maxToasts = 4;

/** Of navbar and search. */
const rowsHeight = 122;

const stackTop = 144;
const none: Toast[] = [];

let toasts = none;
let nextId = 1;
const listeners = new Set<() => void>();

/** `about`: whom or what it concerns, below a text that is the same for all. */
export function showToast(text: string, kind: Kind = "success", about?: string): void {
  // A repeated message is announced again; a success removes earlier errors.
  const others = toasts.filter(
    (toast) =>
      !(toast.text === text && toast.kind === kind && toast.about === about) &&
      !(kind === "success" && toast.kind === "error"),
  );
  setToasts([{ id: nextId++, text, kind, about }, ...others].slice(0, maxToasts));
}

export function dismissErrorToasts(): void {
  setToasts(toasts.filter(({ kind }) => kind !== "error"));
}

function setToasts(next: Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Below navbar and search; at the foot of the window while they would cover the focused element. */
export function Toasts() {
  const stack = useRef<HTMLDivElement>(null);
  const atFoot = useCoversFocus(stack);
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
      className={`${atFoot ? "bottom-4 in-[:root:has(.order-foot)]:max-md:bottom-24" : "top-32"} pointer-events-none fixed inset-x-3 z-50 grid sm:start-auto sm:end-6 sm:w-96`}
    >
      {of("error")}
      {/* A live region must exist before its content to be announced. */}
      <div role="status" aria-atomic="false">
        {of("success")}
      </div>
    </div>
  );
}

function useCoversFocus(stack: RefObject<HTMLElement | null>): boolean {
  const [coversFocus, setCoversFocus] = useState(false);
  useEffect(() => {
    const check = ({ target }: FocusEvent) => {
      const element = stack.current;
      if (!element || !(target instanceof Element) || element.contains(target)) return;
      // A heading that has the focus after a move between pages is not to be pressed.
      if (target.matches("[tabindex='-1']")) return setCoversFocus(false);
      const own = element.getBoundingClientRect();
      const { top, bottom, right } = target.getBoundingClientRect();
      setCoversFocus(
        own.height > 0 && right > own.left && top < own.height + stackTop && bottom > rowsHeight,
      );
    };
    document.addEventListener("focusin", check);
    return () => document.removeEventListener("focusin", check);
  }, [stack]);
  return coversFocus;
}

function Message({ toast: { id, text, kind, about } }: { toast: Toast }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const previousFocus = useRef<EventTarget | null>(null);
  const Icon = kind === "success" ? CircleCheck : CircleAlert;

  useEffect(() => {
    if (hovered || focused) return;
    const timer = setTimeout(
      () => setToasts(toasts.filter((other) => other.id !== id)),
      shownMs[kind],
    );
    return () => clearTimeout(timer);
  }, [hovered, focused, id, kind]);

  function close() {
    setToasts(toasts.filter((toast) => toast.id !== id));
    // By keyboard, the focus returns to where it was.
    if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: to hover over it is only to keep it
    <div
      role={kind === "error" ? "alert" : undefined}
      className={`${kind === "error" ? "border-s-error" : "border-s-success"} pointer-events-auto mb-2 flex w-full items-start gap-3 rounded-box border border-s-4 border-base-300 bg-base-100 py-1.5 ps-4 pe-1.5 shadow-lg transition duration-200 starting:-translate-y-2 starting:opacity-0`}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => {
        previousFocus.current = event.relatedTarget;
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
    >
      <Icon
        className={`${kind === "error" ? "text-error" : "text-success"} mt-2.5 size-5 shrink-0`}
        aria-hidden="true"
      />
      <div className="grow py-2 wrap-anywhere">
        <p className="font-medium">{text}</p>
        {about && <p className="text-sm">{about}</p>}
      </div>
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
