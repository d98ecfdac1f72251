import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type AdminRole, adminRoles } from "#contract/fields.ts";
import { roleMeanings, roleNames } from "#contract/rules/roles.ts";
import { Select } from "#web/ui/choice.tsx";
import { Field, FormError } from "#web/ui/field.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { addApiKey, apiKeys } from "./calls.ts";

const choices = Object.fromEntries(
  adminRoles.toReversed().map((role) => [role, `${roleNames[role]}: ${roleMeanings[role]}`]),
) as Record<AdminRole, string>;

export function AddKey() {
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [role, setRole] = useState<AdminRole>("read-only");
  const [made, setMade] = useState<{ name: string; key: string }>();
  const { run, isBusy, failure, errors, clear } = useAction();

  function submit(event: FormEvent) {
    event.preventDefault();
    void run(async () => {
      const { key } = await addApiKey({ name, role });
      setMade({ name: name.trim(), key });
      setName("");
      await client.invalidateQueries(apiKeys());
    });
  }

  return (
    <>
      <form
        noValidate
        aria-label="New key"
        className="mb-6 grid items-start gap-4 border border-base-300 p-4 md:grid-cols-2"
        onSubmit={submit}
      >
        <Field
          label="Name of the program"
          maxLength={80}
          autoComplete="off"
          value={name}
          error={errors.name}
          onChange={({ target }) => {
            setName(target.value);
            clear();
          }}
        />
        <Select label="What it may do" choices={choices} value={role} onChoose={setRole} />
        <FormError>{errors.name ? undefined : failure}</FormError>
        <div className="md:col-span-2">
          <button type="submit" className="btn btn-secondary" aria-busy={isBusy}>
            Make a key
          </button>
        </div>
      </form>
      <div role="status">
        {made && (
          <div className="mb-6 border border-s-4 border-base-300 border-s-base-content/40 p-4">
            <p className="font-semibold">The key of {made.name}. It is shown only this once:</p>
            <p className="mt-2 font-mono text-sm wrap-anywhere select-all">{made.key}</p>
            <p className="mt-2 text-sm text-base-content/80">
              The program sends it as “Authorization: Bearer …”. Keep it like a password.
            </p>
          </div>
        )}
      </div>
    </>
  );
}
