import { Bookmark, Check, Trash2 } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useAction } from "#web/ui/use-action.ts";
import { CheckBox } from "../choice.tsx";
import { Field } from "../field.tsx";

export type ShownView = { params: Record<string, string>; columns: string[] };
export type KeptView = ShownView & {
  _id: string;
  name: string;
  isShared: boolean;
  /** Empty of one's own, and of those whose author is gone. */
  by: string;
  mayRemove: boolean;
};
type NewView = ShownView & { name: string; isShared: boolean };

export type ViewStore = {
  views: readonly KeptView[];
  maySave: boolean;
  save: (view: NewView) => Promise<void>;
  remove: (id: string) => Promise<void>;
};

type Props = {
  store: ViewStore;
  shown: ShownView;
  onChoose: (view: KeptView) => void;
};

export function SavedViews({ store: { views, maySave, save, remove }, shown, onChoose }: Props) {
  const id = useId();
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const { run, isBusy, failure, refuse, clear } = useAction();

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === "") return refuse("Please give the view a name.");
    const params = Object.fromEntries(given(shown.params));
    void run(async () => {
      await save({ name: wanted, isShared, params, columns: shown.columns });
      setName("");
    });
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
        className="m-auto max-h-[calc(100%-2rem)] w-[calc(100%-2rem)] max-w-md overflow-y-auto border border-base-content bg-base-100 p-4 text-base-content shadow-lg"
      >
        {views.length > 0 && (
          <ul className="mb-4 border-b border-base-300 pb-2">
            {views.map((view) => (
              <li key={view._id} className="flex items-center gap-2">
                <button
                  type="button"
                  className="flex min-h-11 grow cursor-pointer items-center gap-2 text-start font-semibold underline-offset-4 wrap-anywhere hover:underline"
                  aria-current={isSame(view, shown)}
                  popoverTarget={id}
                  popoverTargetAction="hide"
                  onClick={() => onChoose(view)}
                >
                  {view.name}
                  {view.isShared && (
                    <span className="text-sm font-normal text-base-content/75">
                      {view.by ? `shared by ${view.by}` : "shared"}
                    </span>
                  )}
                  {isSame(view, shown) && <Check className="size-4" aria-hidden="true" />}
                </button>
                {view.mayRemove && (
                  <button
                    type="button"
                    className="btn btn-ghost btn-square"
                    aria-label={`Remove the view ${view.name}`}
                    onClick={() => run(() => remove(view._id))}
                  >
                    <Trash2 className="size-5" aria-hidden="true" />
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
        {maySave ? (
          <form noValidate aria-label="Save what is shown" className="grid gap-3" onSubmit={submit}>
            <Field
              label="Save what is shown as"
              hint="Search, filters, order and columns."
              maxLength={40}
              autoComplete="off"
              value={name}
              error={failure}
              onChange={({ target }) => {
                setName(target.value);
                clear();
              }}
            />
            <CheckBox label="Share with all admins" checked={isShared} onChange={setShared} />
            <button
              type="submit"
              className="btn btn-secondary justify-self-start"
              aria-busy={isBusy}
            >
              Save the view
            </button>
          </form>
        ) : (
          views.length === 0 && <p>No views are shared yet.</p>
        )}
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
