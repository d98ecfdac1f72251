import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useNavigate } from "react-router";
import { thingKinds } from "#contract/things.ts";
import { thingPath } from "#web/app/thing-path.ts";
import { useDebounced } from "#web/app/use-debounced.ts";
import { Combobox } from "#web/ui/combobox.tsx";
import {
  actionCommands,
  type Command,
  foundThings,
  matches,
  pageCommands,
  readDeed,
  toCommand,
} from "./commands.ts";

const keystrokeMs = 80;

const inGroup = (group: string) => (command: Command) => ({ group, ...command });

const nothingFound = (text: string) =>
  `We found nothing for “${text}”. Try an order or part number, an e-mail, or what you want to do, such as “add product”.`;

type Props = {
  typed: RefObject<string>;
  onClose: () => void;
  onSignOut: (thenTo: string) => void;
};

export function CommandBox({ typed, onClose, onSignOut }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const [value, setValue] = useState("");
  const text = value.trim();
  const said = readDeed(text);
  const sought = said?.about ?? text;
  const q = useDebounced(sought, keystrokeMs);
  const [isEntered, setEntered] = useState(false);
  const { data, isPlaceholderData, isPending, error } = useQuery({
    ...foundThings(q),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });

  // Before the next paint: letters typed in between would be lost.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    input.current?.focus();
    setValue(typed.current);
    typed.current = "";
    return () => shown?.close();
  }, [typed]);

  const shown = text === "" ? [] : (data ?? []);
  const deeds = said
    ? shown.flatMap((thing) => toCommand(said.deed, thing)).map(inGroup("Actions"))
    : [];
  const things = shown.flatMap((thing) => {
    const path = thingPath(thing);
    return path ? [{ group: thingKinds[thing.kind], name: thing.name, path }] : [];
  });
  const among = (group: string, commands: readonly Command[]) =>
    commands.filter((command) => matches(command, text)).map(inGroup(group));
  const found = [
    ...deeds,
    ...things,
    ...among("Actions", actionCommands),
    ...among("Pages", pageCommands),
  ];
  const isCurrent = q === sought && (q === "" || !(isPlaceholderData || isPending));
  const [first] = found;

  function open({ path, isSignOut }: Command) {
    onClose();
    if (isSignOut) onSignOut(path);
    else void navigate(path);
  }

  // What Enter opens must have been looked for.
  const openEntered = useEffectEvent(() => {
    setEntered(false);
    if (first) open(first);
  });
  useEffect(() => {
    if (isEntered && isCurrent) openEntered();
  }, [isEntered, isCurrent]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard it is left with Escape
    <dialog
      ref={dialog}
      aria-label="Find or do anything"
      className="mx-auto mt-[8dvh] w-[calc(100%-2rem)] max-w-xl overflow-visible bg-transparent text-base-content backdrop:bg-neutral/60"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <form
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          setEntered(true);
        }}
      >
        <Search className="absolute start-3 top-3 size-5" aria-hidden="true" />
        <Combobox
          inputRef={input}
          label="Find or do anything"
          name="q"
          placeholder="Order, e-mail, part number, page or action"
          maxLength={100}
          value={value}
          options={found.map(({ group, name, path }) => ({
            key: `${group} ${path}`,
            group,
            content: <span className="flex min-h-11 items-center px-4 wrap-anywhere">{name}</span>,
          }))}
          foot={
            found.length === 0 && (
              <p className="px-4 py-3 text-base-content/80">
                {error?.message ?? (isCurrent ? nothingFound(text) : "Looking …")}
              </p>
            )
          }
          onChange={(next) => {
            setEntered(false);
            setValue(next);
          }}
          onChoose={(key) => {
            const chosen = found.find(({ group, path }) => `${group} ${path}` === key);
            if (chosen) open(chosen);
          }}
          onPasteLines={(pasted) => setValue(pasted.trim().split(/\s*[\r\n]+\s*/)[0] ?? "")}
          onSubmitAll={() => {}}
          onLeave={onClose}
        />
      </form>
    </dialog>
  );
}
