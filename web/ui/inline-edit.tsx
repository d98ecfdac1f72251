import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useIsWide } from "./list/use-is-wide.ts";

export type Objection = {
  text: string;
  choices?: { label: string; save?: () => Promise<Objection | undefined> }[];
};

type Props = {
  column: string;
  label: string;
  start: string;
  inputMode: "decimal" | "numeric";
  placeholder?: string;
  save: (text: string) => Promise<Objection | undefined>;
  panel?: (text: string, setText: (text: string) => void) => ReactNode;
  saveLabel?: (text: string) => string;
  onOpen?: () => void;
  onClose?: () => void;
  children: ReactNode;
};

export function InlineEdit(props: Props) {
  const { column, label, start, inputMode, placeholder, save, panel, saveLabel, children } = props;
  const [text, setText] = useState<string>();
  const [objection, setObjection] = useState<Objection>();
  const [isBusy, setBusy] = useState(false);
  const cell = useRef<HTMLSpanElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const below = useRef<HTMLSpanElement>(null);
  // What it shows may change meanwhile.
  const opened = useRef(start);
  const isOpen = text !== undefined;
  const isWide = useIsWide();
  const id = useId();

  useLayoutEffect(() => {
    if (!isOpen) return;
    field.current?.focus();
    field.current?.select();
  }, [isOpen]);

  useLayoutEffect(() => {
    if (isOpen || objection) below.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen, objection]);

  function finish() {
    setText(undefined);
    setObjection(undefined);
    props.onClose?.();
  }

  function close(next?: Step) {
    const to = next && findNext(cell.current, next);
    flushSync(finish);
    if (to) to.click();
    else if (!next || next === "down") findButton(cell.current)?.focus();
  }

  async function run(work: () => Promise<Objection | undefined>, next?: Step) {
    if (isBusy) return;
    setBusy(true);
    const refused = await work().catch((error: Error): Objection => ({ text: error.message }));
    const hasLeft = isFocusElsewhere(cell.current);
    setBusy(false);
    if (!refused) return hasLeft ? finish() : close(next);
    setObjection(refused);
    if (!hasLeft) field.current?.focus();
  }

  const commit = (next?: Step) =>
    text === undefined || text === opened.current ? close(next) : void run(() => save(text), next);

  function press(event: KeyboardEvent) {
    const isField = event.target === field.current;
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) {
      event.preventDefault();
      // As a sheet, the next one would cover the shelf with its Undo.
      commit(isWide ? "down" : undefined);
    } else if (event.key === "Tab" && isField && !panel && !objection) {
      event.preventDefault();
      commit(event.shiftKey ? "left" : "right");
    }
  }

  function leave({ relatedTarget }: FocusEvent) {
    if (cell.current?.contains(relatedTarget) || isBusy || text !== opened.current) return;
    finish();
  }

  if (!isOpen) {
    return (
      <span ref={cell} data-edit={column} className="relative inline-block">
        <button
          type="button"
          className="inline-flex min-h-10 min-w-16 cursor-text items-center justify-end border border-transparent px-2 hover:border-base-content/50 max-md:border-base-content/50 md:-mx-2"
          aria-label={label}
          onClick={() => {
            opened.current = start;
            props.onOpen?.();
            setText(start);
          }}
        >
          {children}
        </button>
      </span>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field within
    <span
      ref={cell}
      data-edit={column}
      className="inline-block max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-40 max-md:grid max-md:gap-2 max-md:border-t-2 max-md:border-base-content max-md:bg-base-100 max-md:p-4 max-md:text-start max-md:shadow-lg md:relative"
      onKeyDown={press}
      onBlur={leave}
    >
      <span className="font-semibold wrap-anywhere md:hidden" aria-hidden="true">
        {label}
      </span>
      <input
        ref={field}
        className="h-12 w-full border-2 border-base-content bg-base-100 px-2 text-end text-base font-semibold md:-mx-2 md:h-10 md:w-24"
        aria-label={label}
        aria-invalid={objection ? true : undefined}
        aria-describedby={`${id}below`}
        aria-busy={isBusy}
        readOnly={isBusy}
        autoComplete="off"
        inputMode={inputMode}
        enterKeyHint="done"
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setObjection(undefined);
        }}
      />
      <span
        ref={below}
        id={`${id}below`}
        className="z-30 mt-1 grid gap-3 bg-base-100 text-start text-sm font-normal md:absolute md:end-[-0.5rem] md:top-full md:w-72 md:border md:border-base-content md:p-3 md:shadow-lg"
      >
        {objection ? (
          <Answer objection={objection} run={run} close={close} />
        ) : (
          <>
            {panel?.(text, setText)}
            <span className="flex gap-2">
              <button type="button" className="btn btn-secondary btn-sm" onClick={() => commit()}>
                {saveLabel?.(text) ?? "Save"}
              </button>
              <button type="button" className="btn btn-outline btn-sm" onClick={() => close()}>
                Cancel
              </button>
            </span>
          </>
        )}
      </span>
    </span>
  );
}

type AnswerProps = {
  objection: Objection;
  run: (work: () => Promise<Objection | undefined>, next?: Step) => void;
  close: () => void;
};

function Answer({ objection: { text, choices = [] }, run, close }: AnswerProps) {
  return (
    <>
      <span role="alert" className="font-medium wrap-anywhere">
        {text}
      </span>
      {choices.length > 0 && (
        <span className="flex flex-wrap gap-2">
          {choices.map(({ label, save }) => (
            <button
              key={label}
              type="button"
              className="btn btn-outline btn-sm"
              onClick={() => (save ? run(save) : close())}
            >
              {label}
            </button>
          ))}
        </span>
      )}
    </>
  );
}

/** A pressed button does not take the focus in every browser: then the page has it. */
function isFocusElsewhere(cell: HTMLElement | null): boolean {
  const { activeElement, body } = document;
  return activeElement !== body && !cell?.contains(activeElement);
}

type Step = "down" | "right" | "left";

function findNext(cell: HTMLElement | null, step: Step): HTMLButtonElement | undefined {
  const scope = cell?.closest(step === "down" ? "table" : "tr");
  const selector = step === "down" ? `[data-edit="${cell?.dataset.edit}"]` : "[data-edit]";
  const all = [...(scope?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const at = cell ? all.indexOf(cell) : -1;
  const next = all[step === "left" ? at - 1 : at + 1];
  return next && findButton(next);
}

function findButton(cell: HTMLElement | null): HTMLButtonElement | undefined {
  return cell?.querySelector("button") ?? undefined;
}
