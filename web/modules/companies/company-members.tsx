import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { companyCalls, type MemberRole, type OwnCompany } from "#contract/companies.ts";
import { call } from "#web/app/call.ts";
import { formatDate } from "#web/app/format.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { keepCompany } from "./calls.ts";
import { InviteForm } from "./invite-form.tsx";

type Company = NonNullable<OwnCompany["company"]>;
type Props = { company: Company; personId: string };
type Leaving = { _id: string; name: string };

export const roleNames: Record<MemberRole, string> = { owner: "Owner", buyer: "Buyer" };

export function CompanyMembers({ company, personId }: Props) {
  const client = useQueryClient();
  const [leaving, setLeaving] = useState<Leaving>();
  const isOwner = company.role === "owner";

  async function change(send: () => Promise<OwnCompany>, says: string) {
    try {
      keepCompany(client, personId, await send());
      await client.invalidateQueries({ queryKey: ["orders"] });
      showToast(says);
    } catch (error) {
      showToast((error as Error).message, "error");
    }
  }
  const params = (id: string) => ({ params: { id } });

  return (
    <section aria-labelledby="members" className="grid gap-4">
      <h3 id="members" className="text-lg font-bold">
        People
      </h3>
      <ul aria-labelledby="members" className="divide-y divide-base-300 border-y border-base-300">
        {company.members.map(({ _id, name, email, role }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{name}</span> · {roleNames[role]}
              <span className="block text-sm text-base-content/75">{email}</span>
            </span>
            <span className="flex flex-wrap gap-2">
              {isOwner && _id !== personId && (
                <button
                  type="button"
                  className="btn btn-outline"
                  aria-label={`Make ${name} ${role === "owner" ? "a buyer" : "an owner"}`}
                  onClick={() => {
                    const body = { role: role === "owner" ? "buyer" : "owner" } as const;
                    void change(
                      () => call(companyCalls.setRole, { ...params(_id), body }),
                      `${name} is ${body.role === "owner" ? "an owner" : "a buyer"} now.`,
                    );
                  }}
                >
                  {role === "owner" ? "Make a buyer" : "Make an owner"}
                </button>
              )}
              {(isOwner || _id === personId) && (
                <button
                  type="button"
                  className="btn btn-outline"
                  aria-label={_id === personId ? "Leave the company" : `Remove ${name}`}
                  onClick={() => setLeaving({ _id, name })}
                >
                  {_id === personId ? "Leave" : "Remove"}
                </button>
              )}
            </span>
          </li>
        ))}
        {company.invitations.map(({ _id, email, role, until }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="min-w-0 wrap-anywhere">
              {email}
              <span className="block text-sm text-base-content/75">
                Invited as {roleNames[role].toLowerCase()}, until {formatDate(until)}
              </span>
            </span>
            <button
              type="button"
              className="btn btn-outline"
              aria-label={`Take back the invitation of ${email}`}
              onClick={() =>
                void change(
                  () => call(companyCalls.takeBack, params(_id)),
                  "The invitation is taken back.",
                )
              }
            >
              Take back
            </button>
          </li>
        ))}
      </ul>
      {isOwner && <InviteForm personId={personId} />}
      {leaving && (
        <ConfirmDialog
          title="Are you sure?"
          confirm={leaving._id === personId ? "Leave" : "Remove"}
          onConfirm={() =>
            change(
              () => call(companyCalls.removeMember, params(leaving._id)),
              leaving._id === personId
                ? "You have left the company."
                : `${leaving.name} does not belong to the company any more.`,
            )
          }
          onClose={() => setLeaving(undefined)}
        >
          <p>
            {leaving._id === personId
              ? "You will not see the orders of the others any more. Your own stay with the company, and with you."
              : `${leaving.name} will not see the orders of the company any more.`}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
