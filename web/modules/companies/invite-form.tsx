import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { companyCalls, type MemberRole } from "#contract/companies.ts";
import { CallRefused, call } from "#web/app/call.ts";
import { Select } from "#web/ui/choice.tsx";
import { Field, FormError, SubmitButton } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { keepCompany } from "./calls.ts";

const roles: Record<MemberRole, string> = {
  buyer: "Buyer: orders, and sees all orders",
  owner: "Owner: also invites and removes people",
};

export function InviteForm({ personId }: { personId: string }) {
  const client = useQueryClient();
  const [role, setRole] = useState<MemberRole>("buyer");
  const { run, failure } = useAction();
  const { register, handleSubmit, reset, setError, formState } = useForm<{ email: string }>();
  const { errors, isSubmitting } = formState;

  async function invite({ email }: { email: string }) {
    try {
      keepCompany(client, personId, await call(companyCalls.invite, { body: { email, role } }));
      reset();
      showToast(`We have written to ${email}.`);
    } catch (error) {
      const message = error instanceof CallRefused ? error.fields.email : undefined;
      if (message) setError("email", { message }, { shouldFocus: true });
      throw error;
    }
  }

  return (
    <form
      noValidate
      aria-label="Invite"
      className="grid gap-4"
      onSubmit={handleSubmit((inputs) => run(() => invite(inputs)))}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Invite by e-mail"
          type="email"
          autoComplete="off"
          error={errors.email?.message}
          {...register("email", { required: "Email is Required" })}
        />
        <Select label="As" choices={roles} value={role} onChoose={setRole} />
      </div>
      <FormError>{failure}</FormError>
      <div>
        <SubmitButton busy={isSubmitting}>Invite</SubmitButton>
      </div>
    </form>
  );
}
