import { useQuery } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { fewRecoveryCodes, secondStepCalls } from "#contract/second-step.ts";
import { CallRefused, call } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { answerWithPasskey, explainPasskeyError } from "#web/modules/identity/passkeys.ts";
import { setSignedIn } from "#web/modules/identity/session.ts";
import { Field } from "#web/ui/field.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { AuthForm, FormError, useSubmit } from "./auth-form.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { SignedOutOnly } from "./entry-page.tsx";
import { useReturnLink, withReturnLink } from "./return-link.ts";

export function SecondStepPage() {
  const from = useReturnLink();
  return (
    <SignedOutOnly to={from}>
      <AuthLayout title="One more step" lead="Your account is protected by a second step.">
        <Ways />
        <p className="mt-5 text-sm text-base-content/80">
          Did you lose your device and the recovery codes?{" "}
          <PageLink to={paths.contact} className="link">
            Write to us
          </PageLink>
          : once we are sure that it is you, we turn the second step off.
        </p>
        <PageLink
          to={withReturnLink(paths.login, from)}
          className="link mt-3 inline-block py-2 text-sm"
        >
          Sign in again
        </PageLink>
      </AuthLayout>
    </SignedOutOnly>
  );
}

function Ways() {
  const { data, error } = useQuery({
    queryKey: ["second-step-of-sign-in"],
    queryFn: () => call(secondStepCalls.begin, {}),
    // A challenge is good once.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (error) return <FormError>{error.message}</FormError>;
  if (!data) return <InlineLoading />;
  return (
    <div className="grid gap-4">
      {data.app && <ByCode />}
      {data.passkey && <ByPasskey />}
    </div>
  );
}

function ByCode() {
  const form = useForm<{ code: string }>();
  const { submit, failure, busy } = useSubmit(form, async (body) => {
    const { user, recoveryCodesLeft: left } = await call(secondStepCalls.finish, { body });
    setSignedIn(user);
    if (left !== undefined && left <= fewRecoveryCodes) {
      const are = left === 1 ? "1 recovery code is" : `${left} recovery codes are`;
      showToast(`${are} left. Make new ones under Sign-in and security.`);
    }
  });
  return (
    <AuthForm action="Continue" onSubmit={submit} failure={failure} busy={busy}>
      <Field
        label="Code"
        hint="From your authenticator app, or one of your recovery codes."
        autoComplete="one-time-code"
        aria-required
        error={form.formState.errors.code?.message}
        {...form.register("code", { required: "Code is Required" })}
      />
    </AuthForm>
  );
}

function ByPasskey() {
  const form = useForm();
  const { submit, failure, busy } = useSubmit(form, async () => {
    const { passkey } = await call(secondStepCalls.begin, {});
    if (!passkey) throw new Error("Your account has no passkey any more.");
    const answer = await answerWithPasskey(passkey).catch((error) => {
      throw error instanceof CallRefused ? error : new Error(explainPasskeyError(error));
    });
    setSignedIn((await call(secondStepCalls.finish, { body: { passkey: answer } })).user);
  });
  return (
    <form className="grid gap-4" onSubmit={submit}>
      {failure && <FormError>{failure}</FormError>}
      <button type="submit" className="btn btn-outline btn-block" aria-busy={busy}>
        Use a passkey
      </button>
    </form>
  );
}
