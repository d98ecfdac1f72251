import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { ShopPerson } from "#contract/people.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { erasePerson } from "./person-data-calls.ts";

type Props = { person: ShopPerson; onErased: () => void };

export function ErasePerson({ person, onErased }: Props) {
  const { name, email } = person;
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [error, setError] = useState("");
  const [isConfirming, setConfirming] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    const isTheirs = typed.trim().toLowerCase() === email.toLowerCase();
    if (isTheirs) setConfirming(true);
    else setError("Is not their e-mail");
  }

  async function erase() {
    try {
      await erasePerson(person, typed);
    } catch (failure) {
      return setError((failure as Error).message);
    }
    onErased();
    showToast(`The data of ${name} is erased.`);
    await client.invalidateQueries({ queryKey: ["users", "people"] });
  }

  return (
    <section aria-labelledby="erase" className="mt-10">
      <h3 id="erase" className="mb-1 text-lg font-bold">
        Erase their data
      </h3>
      <p className="mb-4 max-w-xl leading-relaxed text-base-content/80">
        If they ask for it. Account, profile, sessions, reviews and alerts go for good. Orders,
        payments and refunds stay, as the law asks.
      </p>
      <form noValidate className="grid max-w-md gap-4" onSubmit={submit}>
        <Field
          label="Their e-mail, to be sure"
          type="email"
          autoComplete="off"
          value={typed}
          error={error}
          onChange={({ target }) => {
            setTyped(target.value);
            setError("");
          }}
        />
        <div>
          <button type="submit" className="btn btn-outline btn-error">
            Erase their data
          </button>
        </div>
      </form>
      {isConfirming && (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Erase for good"
          onConfirm={erase}
          onClose={() => setConfirming(false)}
        >
          <p>
            Everything about <strong>{name}</strong> but their orders is erased, and cannot be
            brought back.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
