import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { type EmailChange, emailChangeCalls } from "#contract/email-change.ts";
import { CallRefused, call } from "#web/app/call.ts";
import { emailRules } from "#web/modules/identity/field-rules.ts";
import { Field, FormError, SubmitButton } from "#web/ui/field.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { ownEmailChange } from "./own-sign-ins-queries.ts";

export function OwnEmail({ email }: { email: string }) {
  const { data, error, refetch } = useQuery(ownEmailChange());
  return (
    <section aria-labelledby="email" className="mb-10">
      <h3 id="email" className="mb-1 text-lg font-bold">
        E-mail
      </h3>
      <p className="mb-4 max-w-xl leading-relaxed wrap-anywhere">{email}</p>
      {!data && !error && <InlineLoading />}
      {!data && error && (
        <LoadFailed title="Your e-mail could not be fetched" error={error} retry={refetch} />
      )}
      {data?.change && <WaitingChange change={data.change} oldEmail={email} />}
      {data?.change === null && <ChangeEmail />}
    </section>
  );
}

function WaitingChange({ change, oldEmail }: { change: EmailChange; oldEmail: string }) {
  const client = useQueryClient();
  const cancelling = useMutation({
    mutationFn: () => call(emailChangeCalls.cancel, {}),
    onSuccess: () => showToast("Your e-mail stays as it is."),
    onError: (error) => showToast(error.message, "error"),
    onSettled: () => client.invalidateQueries(ownEmailChange()),
  });
  const isWaiting = (isProven: boolean) => (isProven ? "confirmed" : "waiting for its link");
  return (
    <div className="max-w-xl border border-s-4 border-base-300 border-s-base-content/40 p-5">
      <p className="leading-relaxed">
        We sent a letter to both addresses. Your e-mail changes once the links of both were opened,
        within 24 hours.
      </p>
      <ul className="my-3 grid gap-1 wrap-anywhere">
        <li>
          {oldEmail}: {isWaiting(change.isOldProven)}
        </li>
        <li>
          {change.email}: {isWaiting(change.isNewProven)}
        </li>
      </ul>
      <button
        type="button"
        className="btn btn-outline"
        aria-busy={cancelling.isPending}
        onClick={() => cancelling.isPending || cancelling.mutate()}
      >
        Do not change it
      </button>
    </div>
  );
}

function ChangeEmail() {
  const client = useQueryClient();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { newEmail: "" },
  });
  const { errors } = formState;
  const begin = handleSubmit(async (body) => {
    await call(emailChangeCalls.begin, { body }).then(
      (begun) => client.setQueryData(ownEmailChange().queryKey, begun),
      (error) => {
        const message = error instanceof CallRefused ? error.fields.newEmail : undefined;
        if (message) setError("newEmail", { message }, { shouldFocus: true });
        else setError("root", { message: error.message });
      },
    );
  });
  return (
    <form noValidate className="grid max-w-md gap-4" onSubmit={begin}>
      <Field
        label="New e-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="We send a link to it, and one to your present e-mail."
        error={errors.newEmail?.message}
        {...register("newEmail", emailRules)}
      />
      <FormError>{errors.root?.message}</FormError>
      <div>
        <SubmitButton busy={formState.isSubmitting}>Change e-mail</SubmitButton>
      </div>
    </form>
  );
}
