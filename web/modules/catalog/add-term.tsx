import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { partEditCalls } from "#contract/part-edits.ts";
import { normalizePartNumber } from "#contract/rules/part-number.ts";
import { call } from "#web/app/call.ts";
import { manageProductPath, partTypePath } from "#web/app/paths.ts";
import { Select } from "#web/ui/choice.tsx";
import { Field } from "#web/ui/field.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { partTypeTree } from "./product/product-calls.ts";
import { typeChoices } from "./product/type-choices.ts";

type Props = {
  term: string;
  onClose: () => void;
};

export function AddTerm({ term, onClose }: Props) {
  const navigate = useNavigate();
  const { data: types = [] } = useQuery(partTypeTree());
  const dialog = useRef<HTMLDialogElement>(null);
  const [number, setNumber] = useState("");
  const [type, setType] = useState("");
  const { run, failure, clear } = useAction();

  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);

  function openProduct(event: FormEvent) {
    event.preventDefault();
    void run(async () => {
      const found = await findProduct(number);
      if (!found) throw new Error("No product has this number.");
      void navigate(`${manageProductPath(found)}?${new URLSearchParams({ number: term })}`);
    });
  }

  function openType(event: FormEvent) {
    event.preventDefault();
    if (type) void navigate(`${partTypePath(type)}?${new URLSearchParams({ synonym: term })}`);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard it is left with Escape
    <dialog
      ref={dialog}
      aria-label={`Add “${term}”`}
      className="m-auto w-[calc(100%-2rem)] max-w-lg border border-base-300 bg-base-100 p-6 text-base-content backdrop:bg-neutral/60"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="flex items-start justify-between gap-4">
        <h2 className="text-xl font-extrabold wrap-anywhere">Where does “{term}” belong?</h2>
        <button
          type="button"
          className="btn btn-ghost btn-square"
          aria-label="Close"
          onClick={onClose}
        >
          <X className="size-5" aria-hidden="true" />
        </button>
      </div>
      <form
        noValidate
        aria-label="A number of a product"
        className="mt-4 grid gap-3"
        onSubmit={openProduct}
      >
        <Field
          label="It is a number of the product"
          hint="Our part number of it. You check and save it on its page."
          value={number}
          error={failure}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => {
            setNumber(target.value);
            clear();
          }}
        />
        <button type="submit" className="btn btn-outline justify-self-start">
          Open the product
        </button>
      </form>
      {types.length > 0 && (
        <form
          aria-label="A word for a part type"
          className="mt-6 grid gap-3 border-t border-base-300 pt-4"
          onSubmit={openType}
        >
          <Select
            label="It is another word for"
            choices={{ ...typeChoices(types), "": "Choose a part type" }}
            value={type}
            onChoose={setType}
          />
          <button
            type="submit"
            className="btn btn-outline justify-self-start"
            aria-disabled={type === ""}
          >
            Open the part type
          </button>
        </form>
      )}
    </dialog>
  );
}

async function findProduct(number: string): Promise<string | undefined> {
  const wanted = normalizePartNumber(number);
  if (wanted === "") return undefined;
  const found = await call(partEditCalls.managed, { query: { q: number.trim(), limit: 50 } });
  return found.find((part) => normalizePartNumber(part.number) === wanted)?._id;
}
