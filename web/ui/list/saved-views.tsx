import { Bookmark, Check, Trash2 } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Field } from "../field.tsx";

export type ShownView = { params: Record<string, string>; columns: string[] };
type SavedView = ShownView & { name: string };

type Props = {
  list: string;
  shown: ShownView;
  onChoose: (view: ShownView) => void;
};

const maxViews = 20;

export function SavedViews({ list, shown, onChoose }: Props) {
  const id = useId();
  const [views, setViews] = useState(() => readViews(list));
  const [name, setName] = useState("");
  const [error, setError] = useState("");

  function store(next: SavedView[]) {
    setViews(next);
    if (!writeViews(list, next)) setError("This browser keeps nothing, so the view is not saved.");
  }

  function save(event: FormEvent) {
    event.preventDefault();
    const wanted = name.trim();
    const others = views.filter((view) => view.name !== wanted);
    if (wanted === "") return setError("Please give the view a name.");
    if (others.length >= maxViews) {
      return setError(`There are ${maxViews} views already. Please remove one first.`);
    }
    setError("");
    setName("");
    store([...others, { ...shown, name: wanted }].sort((a, b) => a.name.localeCompare(b.name)));
  }

  return (
    <div className="relative">
      <button
        type="button"
        className="btn btn-outline h-11 border-base-content/50"
        popoverTarget={id}
      >
        <Bookmark className="size-4" aria-hidden="true" />
        Views
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Saved views"
        className="m-auto w-[calc(100%-2rem)] max-w-md border border-base-content bg-base-100 p-4 text-base-content shadow-lg"
      >
        {views.length > 0 && (
          <ul className="mb-4 border-b border-base-300 pb-2">
            {views.map((view) => (
              <li key={view.name} className="flex items-center gap-2">
                <button
                  type="button"
                  className="flex min-h-11 grow cursor-pointer items-center gap-2 text-start font-semibold underline-offset-4 wrap-anywhere hover:underline"
                  aria-current={isSame(view, shown)}
                  popoverTarget={id}
                  popoverTargetAction="hide"
                  onClick={() => onChoose(view)}
                >
                  {view.name}
                  {isSame(view, shown) && <Check className="size-4" aria-hidden="true" />}
                </button>
                <button
                  type="button"
                  className="btn btn-ghost btn-square"
                  aria-label={`Remove the view ${view.name}`}
                  onClick={() => store(views.filter((each) => each !== view))}
                >
                  <Trash2 className="size-5" aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <form noValidate aria-label="Save what is shown" className="grid gap-3" onSubmit={save}>
          <Field
            label="Save what is shown as"
            hint="Search, filters, order and columns, in this browser."
            maxLength={40}
            autoComplete="off"
            value={name}
            error={error}
            onChange={({ target }) => {
              setName(target.value);
              setError("");
            }}
          />
          <button type="submit" className="btn btn-secondary justify-self-start">
            Save the view
          </button>
        </form>
      </div>
    </div>
  );
}

const given = (params: Record<string, string>) =>
  Object.entries(params)
    .filter(([, value]) => value !== "")
    .sort(([one], [other]) => (one < other ? -1 : 1));

const isSame = (one: ShownView, other: ShownView) =>
  JSON.stringify([given(one.params), one.columns.toSorted()]) ===
  JSON.stringify([given(other.params), other.columns.toSorted()]);

const storageKey = (list: string) => `views:${list}`;

// Access throws where storage is blocked; what is stored may be of another release.
function readViews(list: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(list)) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(stored: unknown): stored is SavedView {
  const { name, params, columns } = (stored ?? {}) as Partial<SavedView>;
  const areTexts = (all: unknown[]) => all.every((each) => typeof each === "string");
  if (typeof name !== "string" || !params || typeof params !== "object") return false;
  return areTexts(Object.values(params)) && Array.isArray(columns) && areTexts(columns);
}

function writeViews(list: string, views: SavedView[]): boolean {
  try {
    localStorage.setItem(storageKey(list), JSON.stringify(views));
    return true;
  } catch {
    return false;
  }
}
