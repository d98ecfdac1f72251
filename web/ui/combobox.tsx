// It stays a form field: without a choice, Enter submits.
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useState } from "react";

export type Option = { key: string; group: string; content: ReactNode };

type Props = {
  label: string;
  name: string;
  placeholder: string;
  maxLength: number;
  value: string;
  options: readonly Option[];
  foot?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
  onChange(value: string): void;
  onChoose(key: string): void;
  onPasteLines(text: string): void;
  onSubmitAll(): void;
  /** Shift and Enter, with an option chosen. */
  onAdd?(key: string): void;
  onLeave(): void;
};

const announceMs = 500;

export function Combobox(props: Props) {
  const { label, options, value, foot, onChange, onChoose, onPasteLines, onLeave } = props;
  const id = useId();
  const [isOpen, setIsOpen] = useState(true);
  const [active, setActive] = useState<string>();
  const shown = isOpen && (options.length > 0 || Boolean(foot));
  const at = options.findIndex(({ key }) => key === active);
  const found = options.length === 1 ? "1 suggestion" : `${options.length} suggestions`;
  const announced = useDelayed(shown ? found : "", announceMs);

  function move(step: 1 | -1) {
    setIsOpen(true);
    if (!shown && at !== -1) return;
    const next = at === -1 && step === -1 ? options.length - 1 : at + step;
    const option = options[next];
    setActive(option?.key);
    if (option) document.getElementById(optionId(id, next))?.scrollIntoView({ block: "nearest" });
  }

  function close() {
    if (shown) setIsOpen(false);
    else if (value === "") onLeave();
    else onChange("");
  }

  function handleKey(event: KeyboardEvent) {
    const isChosen = shown && active !== undefined && at !== -1;
    const handlers: Record<string, (() => void) | undefined> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Escape: close,
      Enter: isChosen
        ? () => (event.shiftKey ? props.onAdd?.(active) : onChoose(active))
        : event.shiftKey
          ? props.onSubmitAll
          : undefined,
    };
    if (event.key === "Tab") setIsOpen(false);
    const handle = event.nativeEvent.isComposing ? undefined : handlers[event.key];
    if (!handle) return;
    event.preventDefault();
    handle();
  }

  return (
    <>
      <input
        ref={props.inputRef}
        type="search"
        name={props.name}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={`${id}list`}
        aria-activedescendant={shown && at !== -1 ? optionId(id, at) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={(event) => {
          setIsOpen(true);
          setActive(undefined);
          onChange(event.target.value);
        }}
        onKeyDown={handleKey}
        onClick={() => setIsOpen(true)}
        onPaste={(event) => {
          const text = event.clipboardData.getData("text");
          if (!/\S[\r\n]+\s*\S/.test(text)) return;
          event.preventDefault();
          onPasteLines(text);
        }}
        className="combobox-field"
      />
      <p role="status" className="sr-only">
        {announced}
      </p>
      <div
        hidden={!shown}
        // The field keeps the focus.
        onPointerDown={(event) => event.preventDefault()}
        className="combobox-list"
      >
        <div id={`${id}list`} role="listbox" aria-label={label}>
          {groupsOf(options).map(({ group, members }) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of options
            <div key={group} role="group" aria-label={group}>
              <p aria-hidden="true" className="px-4 pt-2 pb-1 text-xs font-semibold">
                {group}
              </p>
              {members.map(({ option, index }) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field
                <div
                  key={option.key}
                  id={optionId(id, index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  className="min-h-11 cursor-pointer border-s-3 border-transparent hover:bg-base-200 aria-selected:border-base-content aria-selected:bg-base-200"
                  onClick={() => onChoose(option.key)}
                >
                  {option.content}
                </div>
              ))}
            </div>
          ))}
        </div>
        {foot}
      </div>
    </>
  );
}

const optionId = (id: string, index: number) => `${id}option${index}`;

function groupsOf(options: readonly Option[]) {
  const indexed = options.map((option, index) => ({ option, index }));
  const groups = Map.groupBy(indexed, ({ option }) => option.group);
  return [...groups].map(([group, members]) => ({ group, members }));
}

/** Not at each keystroke. */
function useDelayed(text: string, ms: number): string {
  const [delayed, setDelayed] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return delayed;
}
