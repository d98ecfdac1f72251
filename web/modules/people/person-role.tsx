import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type AdminRole, adminRoles } from "#contract/fields.ts";
import type { ShopPerson } from "#contract/people.ts";
import { roleMeanings, roleNames } from "#contract/rules/roles.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { setRole } from "./calls.ts";

type Props = { person: ShopPerson; isMe: boolean; mayChange: boolean };

export function PersonRole({ person, isMe, mayChange }: Props) {
  const client = useQueryClient();
  const { run, isBusy } = useAction();
  const [chosen, setChosen] = useState<{ role: AdminRole | null }>();
  const { name, email, role: present } = person;

  async function move(role: AdminRole | null, expected: AdminRole | null): Promise<string> {
    await setRole(person, role, expected).finally(() =>
      client.invalidateQueries({ queryKey: ["users"] }),
    );
    return role
      ? `${name} has the role “${roleNames[role]}” now.`
      : `${name} is a customer like others now.`;
  }

  async function choose(role: AdminRole | null) {
    if (role === present) return;
    await run(() =>
      move(role, present).then(
        (text) => showOnShelf(text, isMe ? undefined : () => move(present, role)),
        (error: Error) => showOnShelf(error.message),
      ),
    );
  }

  return (
    <section aria-labelledby="role">
      <h3 id="role" className="mb-3 text-lg font-bold">
        Role
      </h3>
      <fieldset
        disabled={!mayChange}
        aria-labelledby="role"
        aria-busy={isBusy}
        className="grid gap-1"
      >
        {[null, ...adminRoles].map((role) => (
          <label
            key={role ?? "customer"}
            className="flex min-h-11 cursor-pointer items-start gap-3 border border-base-300 px-3 py-2 has-checked:border-base-content has-checked:bg-base-200"
          >
            <input
              type="radio"
              name="role"
              className="mt-1 size-4 accent-base-content"
              checked={role === present}
              onChange={() => setChosen({ role })}
            />
            <span>
              <span className="block font-semibold">{role ? roleNames[role] : "Customer"}</span>
              <span className="block text-sm text-base-content/80">
                {role ? roleMeanings[role] : "No admin: sees the shop as customers do"}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {chosen && isMe && (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Give up full rights"
          onConfirm={() => choose(chosen.role)}
          onClose={() => setChosen(undefined)}
        >
          <p>This is your own role. Only another owner can give it back to you.</p>
        </ConfirmDialog>
      )}
      {chosen && !isMe && (
        <ConfirmDialog
          title={chosen.role ? `Give the role “${roleNames[chosen.role]}”?` : "Take the role away?"}
          confirm={chosen.role ? "Give the role" : "Take the role"}
          onConfirm={() => choose(chosen.role)}
          onClose={() => setChosen(undefined)}
        >
          <p>
            <strong>{name}</strong>, {email}, {consequenceOf(chosen.role)}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

const consequences: Record<AdminRole, string> = {
  owner:
    "may do everything at once: change prices and settings, refund orders, read all people, and give or take roles, yours included.",
  catalogue: "may change products, prices, stock and imports, and read everything else.",
  orders: "may change orders, refund them and book payments, and read everything else.",
  support: "may answer reviews and sign people out, and read everything else.",
  "read-only": "may read everything, people and orders included, and change nothing.",
};

const consequenceOf = (role: AdminRole | null): string =>
  role ? consequences[role] : "sees the shop as customers do, and no page of admins.";
