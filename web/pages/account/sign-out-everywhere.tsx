import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { identityCalls } from "#contract/identity.ts";
import { call } from "#web/app/call.ts";
import { clearSession } from "#web/modules/identity/session.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { showToast } from "#web/ui/toast.tsx";

export function SignOutEverywhere() {
  const [isConfirming, setConfirming] = useState(false);
  const signingOut = useMutation({
    mutationFn: () => call(identityCalls.signOutEverywhere, {}),
    onSuccess: () => clearSession(),
    onError: (error) => showToast(error.message, "error"),
  });
  return (
    <>
      <button type="button" className="btn btn-outline mt-5" onClick={() => setConfirming(true)}>
        Sign out everywhere
      </button>
      {isConfirming && (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Sign out everywhere"
          onConfirm={() => signingOut.mutateAsync()}
          onClose={() => setConfirming(false)}
        >
          <p>You will be signed out of every browser, this one as well, and can sign in again.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
