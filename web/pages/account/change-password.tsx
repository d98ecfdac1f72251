import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { identityCalls } from "#contract/identity.ts";
import { CallRefused, call } from "#web/app/call.ts";
import { renewToken } from "#web/modules/identity/session.ts";
import { FormError, PasswordField, SubmitButton } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { ownSessions } from "./own-sessions-query.ts";

type Inputs = { current: string; password: string };

export function ChangePassword({ email }: { email: string }) {
  const client = useQueryClient();
  const { register, handleSubmit, setError, reset, formState } = useForm<Inputs>({
    defaultValues: { current: "", password: "" },
  });
  const { errors } = formState;

  const changing = useMutation({
    mutationFn: (body: Inputs) => call(identityCalls.changePassword, { body }),
    onSuccess: async () => {
      reset();
      // The response set a new cookie; the old session's token is invalid.
      renewToken();
      showToast("Your password is changed. All other browsers are signed out.");
      await client.invalidateQueries(ownSessions());
    },
    onError: (error) => {
      const { current, password } = error instanceof CallRefused ? error.fields : {};
      if (password) setError("password", { message: password }, { shouldFocus: true });
      if (current) setError("current", { message: current }, { shouldFocus: true });
      if (!current && !password) setError("root", { message: error.message });
    },
  });

  return (
    <form
      noValidate
      className="grid max-w-md gap-5"
      onSubmit={handleSubmit((inputs) => {
        if (!changing.isPending) changing.mutate(inputs);
      })}
    >
      {/* Tells password managers whose password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.current?.message}
        {...register("current", rules)}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 6 characters. Your other browsers will be signed out."
        error={errors.password?.message}
        {...register("password", rules)}
      />
      <FormError>{errors.root?.message}</FormError>
      <div>
        <SubmitButton busy={changing.isPending}>Change password</SubmitButton>
      </div>
    </form>
  );
}

const rules = {
  required: "Password is Required",
  minLength: { value: 6, message: "Must be 6 characters or longer" },
};
