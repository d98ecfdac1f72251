import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type User, userCalls } from "#contract/customers.ts";
import { CallRefused, call } from "#web/app/call.ts";
import { useReadOnly } from "#web/ui/read-only.tsx";
import { showToast } from "#web/ui/toast.tsx";

export function MakeAdmin({ person }: { person: User }) {
  const client = useQueryClient();
  const promotion = useMutation({
    mutationFn: () => call(userCalls.makeAdmin, { params: { email: person.email } }),
    onSuccess: ({ modifiedCount }) =>
      modifiedCount
        ? showToast("Successfully made an admin", "success", person.email)
        : showToast(`${person.email} is an admin already.`),
    onError: (error) => showToast(reasonOf(error), "error", person.email),
    onSettled: () => client.invalidateQueries({ queryKey: ["users"] }),
  });
  const isAdmin = person.role === "admin";
  const isReadOnly = useReadOnly();
  const word = useRef<HTMLSpanElement>(null);

  // The pressed button is gone, and with it the focus.
  const wasMadeHere = isAdmin && promotion.isSuccess;
  useEffect(() => {
    if (wasMadeHere) word.current?.focus();
  }, [wasMadeHere]);

  if (isAdmin) {
    return (
      <span ref={word} tabIndex={-1} className="font-semibold">
        Admin
      </span>
    );
  }
  if (isReadOnly) return null;
  return (
    <button
      type="button"
      className="btn btn-outline btn-sm h-10"
      aria-label={`Make Admin: ${person.email}`}
      aria-busy={promotion.isPending}
      onClick={() => promotion.isPending || promotion.mutate()}
    >
      Make Admin
    </button>
  );
}

function reasonOf(error: Error): string {
  const isForbidden = error instanceof CallRefused && error.status === 403;
  return isForbidden ? "Failed to make an admin" : error.message;
}
