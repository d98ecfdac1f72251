import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { ownDataCalls } from "#contract/own-data.ts";
import { CallRefused, call } from "#web/app/call.ts";
import { paths } from "#web/app/paths.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { clearSession } from "#web/modules/identity/session.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { FormError, PasswordField } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";

type Inputs = { password: string };

export function DeleteAccount() {
  const { email, hasPassword } = usePerson();
  const [isConfirming, setConfirming] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { register, handleSubmit, getValues, setError, formState } = useForm<Inputs>({
    defaultValues: { password: "" },
  });
  const { errors } = formState;
  const deleting = useMutation({
    mutationFn: () => {
      const { password } = getValues();
      return call(ownDataCalls.deleteAccount, {
        body: { email, ...(hasPassword && { password }) },
      });
    },
    onSuccess: () => {
      clearSession(paths.home);
      showToast("Your account is deleted.");
    },
    onError: (error) => {
      const password = error instanceof CallRefused ? error.fields.password : undefined;
      if (password) setError("password", { message: password });
      else setError("root", { message: error.message });
    },
  });

  return (
    <>
      <h4 ref={heading} tabIndex={-1} className="mt-8 mb-1 font-bold outline-none">
        Delete your account
      </h4>
      <p className="mb-4 max-w-xl leading-relaxed text-base-content/80">
        Your account, profile, reviews and sign-ins are removed for good. Unpaid orders are closed.
        What you paid for is still delivered: the shop has to keep orders and payments, with the
        name and address given in them. Links to orders in our letters end, so save your invoices
        first.
      </p>
      <form
        noValidate
        className="grid max-w-md gap-5"
        onSubmit={handleSubmit(() => setConfirming(true))}
      >
        {hasPassword && (
          <>
            {/* Tells password managers whose password this is. */}
            <input type="email" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              label="Your password"
              autoComplete="current-password"
              error={errors.password?.message}
              {...register("password", { required: "Password is Required" })}
            />
          </>
        )}
        <FormError>{errors.root?.message}</FormError>
        <div>
          <button type="submit" className="btn btn-outline btn-error">
            Delete my account
          </button>
        </div>
      </form>
      {isConfirming && (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Delete my account"
          onConfirm={() => deleting.mutateAsync()}
          onClose={() => setConfirming(false)}
          focusAfter={heading}
        >
          <p>Your account cannot be brought back. Download your data first if you may need it.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
