import { useForm } from "react-hook-form";
import { type GoogleRefusal, googleRefusals, identityCalls } from "#contract/identity.ts";
import { call } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { useQueryParam } from "#web/app/use-query-param.ts";
import { emailRules, passwordRules } from "#web/modules/identity/field-rules.ts";
import { setSignedIn } from "#web/modules/identity/session.ts";
import { Field, PasswordField } from "#web/ui/field.tsx";
import { AuthForm, FormError, GoogleLink } from "./auth-form.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { useReturnLink, withReturnLink } from "./return-link.ts";
import { SignedOutOnly } from "./signed-out-only.tsx";
import { useSubmit } from "./use-submit.ts";

export function LoginPage() {
  const from = useReturnLink();
  return (
    <SignedOutOnly to={from}>
      <AuthLayout
        title="Login"
        lead={
          <>
            New here?{" "}
            <PageLink to={withReturnLink(paths.register, from)} className="link font-semibold">
              Create an account
            </PageLink>
          </>
        }
      >
        <LoginForm from={from} />
        <GoogleLink from={from} />
        <GoogleRefusalNote />
      </AuthLayout>
    </SignedOutOnly>
  );
}

type Inputs = { email: string; password: string };

function LoginForm({ from }: { from: string | undefined }) {
  const form = useForm<Inputs>();
  const { register, formState } = form;
  const { submit, failure, busy } = useSubmit(form, async (body) => {
    setSignedIn((await call(identityCalls.signIn, { body })).user);
  });
  return (
    <AuthForm action="Login" onSubmit={submit} failure={failure} busy={busy}>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        aria-required
        error={formState.errors.email?.message}
        {...register("email", emailRules)}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        aria-required
        error={formState.errors.password?.message}
        {...register("password", passwordRules)}
      />
      <PageLink
        to={withReturnLink(paths.forgotten, from)}
        className="link -my-2 justify-self-start py-2 text-sm"
      >
        Forgot password?
      </PageLink>
    </AuthForm>
  );
}

const refusalTexts: Record<GoogleRefusal, string> = {
  cancelled: "The sign-in with Google was cancelled. Nothing was changed.",
  unverified: "Google has not verified this e-mail yet. Verify it there, or sign in by password.",
  taken:
    "There is an account with this e-mail already. Sign in with its password; " +
    "if you do not know it, ask for a new one.",
  expired: "The sign-in with Google took too long, or began in another browser. Please try again.",
  "too-many":
    "There were too many sign-ins with Google from your network. Please wait a while, " +
    "or sign in with your password.",
  unavailable: "Google cannot be reached right now. Try again shortly, or sign in by password.",
  failed: "The sign-in with Google did not work. Please try again.",
};

function GoogleRefusalNote() {
  const code = useQueryParam("refused");
  const refusal = googleRefusals.find((known) => known === code);
  if (!refusal) return null;
  return (
    <div className="mt-5">
      <FormError>{refusalTexts[refusal]}</FormError>
    </div>
  );
}
