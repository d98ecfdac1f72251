import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { isOrderable } from "#contract/rules/quantity.ts";
import {
  type ListedPart,
  maxQueryLength,
  type Suggestion,
  type suggestionGroups,
} from "#contract/search.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths, searchPath } from "#web/app/paths.ts";
import { useDebounced } from "#web/app/use-debounced.ts";
import { Combobox } from "#web/ui/combobox.tsx";
import { type Judged, type SearchCar, suggestionsFor } from "./calls.ts";
import { clearLastSearches, keepSearch, readLastSearches } from "./last-searches.ts";
import { listPath } from "./list-address.ts";
import { keepPasted } from "./pasted.ts";
import { SuggestionRow, suggestionPath } from "./suggestion-row.tsx";

const groups: Record<(typeof suggestionGroups)[number], string> = {
  numbers: "Numbers",
  types: "Part types",
  parts: "Parts",
  sizes: "Looks like a size",
  similar: "Did you mean",
};

const keystrokeMs = 60;

type Props = {
  label: string;
  placeholder: string;
  shown: string;
  typed: string;
  onLeave: () => void;
  car: SearchCar | undefined;
  /** Puts a part into the basket and answers what to say. */
  onAdd: (part: ListedPart) => Promise<string>;
};

export function SearchBox({ label, placeholder, shown, typed, onLeave, car, onAdd }: Props) {
  const [value, setValue] = useState(typed);
  const text = value.trim();
  const isNew = text !== "" && text !== shown;
  const q = useDebounced(isNew ? text : "", keystrokeMs);
  const { data, isPlaceholderData, error } = useQuery({
    ...suggestionsFor(q, car),
    enabled: q !== "",
    placeholderData: keepPreviousData,
  });
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  // What is shown is replaced by typing; the caret of something else goes on where it was.
  const selection = useRef([typed === shown ? 0 : typed.length, typed.length] as const);
  const [last, setLast] = useState(readLastSearches);
  // At once: between two fields, letters would go nowhere.
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(...selection.current);
  }, []);

  const suggestions = q === "" ? [] : inGroups(data?.suggestions ?? [], car);
  const [added, setAdded] = useState("");
  const isCurrent = q === text && !isPlaceholderData;

  function open(path: string) {
    setValue("");
    onLeave();
    void navigate(path);
  }

  function submit() {
    if (text === "") return;
    keepSearch(text);
    const exact = isCurrent && suggestions.find(({ part }) => part && part._id === data?.exact);
    open(exact ? suggestionPath(exact) : searchPath(text));
  }

  function submitAll() {
    if (text === "") return;
    keepSearch(text);
    open(listPath({ q: text, list: "1" }));
  }

  async function add(part: ListedPart) {
    setAdded(await onAdd(part).catch((error: Error) => error.message));
    // What is typed next is another search.
    input.current?.select();
  }

  const lastOptions = (isNew ? [] : last).map((text) => ({
    key: text,
    group: "Your last searches",
    content: (
      <span className="flex min-h-11 items-center gap-3 px-3">
        <History className="size-5 shrink-0" aria-hidden="true" />
        <bdi className="truncate">{text}</bdi>
      </span>
    ),
  }));

  return (
    <form
      action={paths.search}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="min-w-0 grow"
    >
      <Combobox
        inputRef={input}
        label={label}
        name="q"
        placeholder={placeholder}
        maxLength={maxQueryLength}
        value={value}
        options={
          isNew
            ? suggestions.map((suggestion) => ({
                key: keyOf(suggestion),
                group: suggestion.title,
                content: (
                  <SuggestionRow suggestion={suggestion} onAdd={addable(suggestion) && add} />
                ),
              }))
            : lastOptions
        }
        onChange={(next) => {
          setAdded("");
          setValue(next);
        }}
        onChoose={(key) => {
          if (!isNew) return open(searchPath(key));
          const chosen = suggestions.find((each) => keyOf(each) === key);
          if (!chosen) return;
          keepSearch(chosen.text);
          open(suggestionPath(chosen));
        }}
        onSubmitAll={submitAll}
        onAdd={(key) => {
          const chosen = suggestions.find((each) => keyOf(each) === key);
          if (chosen?.part && addable(chosen)) void add(chosen.part);
        }}
        onPasteLines={(text) => {
          keepPasted({ text, lookedUp: text });
          open(paths.paste);
        }}
        onLeave={onLeave}
        foot={
          isNew ? (
            <div className="flex flex-wrap items-center justify-between gap-x-6 border-t border-base-300 px-4">
              <p role="status" className="w-full text-sm font-semibold empty:hidden">
                {added}
              </p>
              {error && <p className="py-2 text-sm">Search needs a connection.</p>}
              {!error && isCurrent && suggestions.length === 0 && (
                <p className="w-full py-2 text-sm">Nothing for “{q}” yet.</p>
              )}
              <PageLink
                to={searchPath(q)}
                className="link inline-flex min-h-11 items-center text-sm font-semibold"
              >
                All results for “{q}”
              </PageLink>
              <PageLink to={paths.paste} className="link inline-flex min-h-11 items-center text-sm">
                Paste up to 200 numbers
              </PageLink>
              {suggestions.some(addable) && (
                <p className="w-full pb-2 text-sm text-base-content/75 max-md:hidden">
                  ↓ and Enter open, Shift Enter adds to the basket.
                </p>
              )}
            </div>
          ) : (
            last.length > 0 && (
              <button
                type="button"
                className="link mx-4 min-h-11 text-sm"
                onClick={() => {
                  clearLastSearches();
                  setLast([]);
                  input.current?.focus();
                }}
              >
                Clear your last searches
              </button>
            )
          )
        }
      />
    </form>
  );
}

/** Not what needs an answer first, or does not fit. */
const addable = ({ part, says }: Judged): boolean =>
  part !== null && !part.kit && isOrderable(part) && says !== "no" && says !== "yes-if";

/** With a car, parts that are for it before the others, and what does not fit it at the end. */
function inGroups(suggestions: readonly Judged[], car: SearchCar | undefined) {
  const titled = suggestions.map((each) => {
    const isPart = each.group === "parts";
    if (isPart && each.says === "no") return { ...each, title: "Not for your car", rank: 2 };
    const isFor = isPart && (each.says === "yes" || each.says === "yes-if");
    const title = isFor ? `Parts for your ${car?.name}` : groups[each.group];
    return { ...each, title, rank: isPart && !isFor ? 1 : 0 };
  });
  const atEnd = ({ group }: Judged) => (group === "similar" ? 1 : 0);
  return titled.toSorted((a, b) => a.rank + atEnd(a) - b.rank - atEnd(b));
}

const keyOf = ({ group, text, part }: Suggestion) => `${group} ${text} ${part?._id ?? ""}`;
