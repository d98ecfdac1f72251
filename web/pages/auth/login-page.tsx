import { Suspense, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { type GoogleRefusal, googleRefusals, identityCalls } from "#contract/identity.ts";
import { call } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths, secondStepPath } from "#web/app/paths.ts";
import { useQueryParam } from "#web/app/use-query-param.ts";
import { emailRules, passwordRules } from "#web/modules/identity/field-rules.ts";
import { readLostInput } from "#web/modules/identity/lost-input.ts";
import { setSignedIn } from "#web/modules/identity/session.ts";
import { late } from "#web/ui/late.tsx";
import { PageLoading } from "#web/ui/placeholder.tsx";
import { AuthForm, CurrentPasswordField, EmailField, FormError, useSubmit } from "./auth-form.tsx";
import { EntryPage } from "./entry-page.tsx";
import { useReturnLink, withReturnLink } from "./return-link.ts";

const PasskeySignIn = late(async () => (await import("./passkey-sign-in.tsx")).PasskeySignIn);

const SecondStepPage = late(async () => (await import("./second-step-page.tsx")).SecondStepPage);

const LostInputNote = late(async () => (await import("./lost-input-note.tsx")).LostInputNote);

export function LoginPage() {
  if (useQueryParam("step") === "second") {
    return (
      <Suspense fallback={<PageLoading />}>
        <SecondStepPage />
      </Suspense>
    );
  }
  return (
    <EntryPage
      title="Login"
      question="New here?"
      other={{ path: paths.register, label: "Create an account" }}
      form={
        <>
          <LostInput />
          <LoginForm />
        </>
      }
      note={
        <>
          <Passkeys />
          <GoogleRefusalNote />
        </>
      }
    />
  );
}

function LostInput() {
  const [typed] = useState(readLostInput);
  if (typed.length === 0) return null;
  return (
    <Suspense>
      <LostInputNote typed={typed} />
    </Suspense>
  );
}

/** In the browser only; its place is kept. */
function Passkeys() {
  const [isShown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  return (
    <div className="mt-4 min-h-10">
      {isShown && (
        <Suspense>
          <PasskeySignIn />
        </Suspense>
      )}
    </div>
  );
}

type Inputs = { email: string; password: string };

function LoginForm() {
  const navigate = useNavigate();
  const from = useReturnLink();
  const form = useForm<Inputs>();
  const { register, formState } = form;
  const { submit, failure, busy } = useSubmit(form, async (body) => {
    const { user } = await call(identityCalls.signIn, { body });
    if (user) setSignedIn(user);
    else await navigate(secondStepPath(from));
  });
  return (
    <AuthForm action="Login" onSubmit={submit} failure={failure} busy={busy}>
      <EmailField
        autoComplete="username webauthn"
        error={formState.errors.email?.message}
        {...register("email", emailRules)}
      />
      <CurrentPasswordField
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
  "not-offered":
    "Signing in with Google is not offered here yet. Please use your e-mail and password.",
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
