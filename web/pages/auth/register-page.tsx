import { useForm } from "react-hook-form";
import { identityCalls } from "#contract/identity.ts";
import { call } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { emailRules, nameRules, passwordRules } from "#web/modules/identity/field-rules.ts";
import { setSignedIn } from "#web/modules/identity/session.ts";
import { Field, PasswordField } from "#web/ui/field.tsx";
import { AuthForm, GoogleLink } from "./auth-form.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { useReturnLink, withReturnLink } from "./return-link.ts";
import { SignedOutOnly } from "./signed-out-only.tsx";
import { useSubmit } from "./use-submit.ts";

export function RegisterPage() {
  const from = useReturnLink();
  return (
    <SignedOutOnly to={from}>
      <AuthLayout
        title="Register"
        lead={
          <>
            Have an account already?{" "}
            <PageLink to={withReturnLink(paths.login, from)} className="link font-semibold">
              Login
            </PageLink>
          </>
        }
      >
        <RegisterForm />
        <GoogleLink from={from} />
      </AuthLayout>
    </SignedOutOnly>
  );
}

type Inputs = { name: string; email: string; password: string };

function RegisterForm() {
  const form = useForm<Inputs>();
  const { register, formState } = form;
  const { submit, failure, busy } = useSubmit(form, async (body) => {
    setSignedIn((await call(identityCalls.signUp, { body })).user);
  });
  return (
    <AuthForm action="Register" onSubmit={submit} failure={failure} busy={busy}>
      <Field
        label="Name"
        autoComplete="name"
        aria-required
        error={formState.errors.name?.message}
        {...register("name", nameRules)}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        aria-required
        error={formState.errors.email?.message}
        {...register("email", emailRules)}
      />
      <PasswordField
        label="Password"
        hint="At least 6 characters"
        autoComplete="new-password"
        aria-required
        error={formState.errors.password?.message}
        {...register("password", passwordRules)}
      />
    </AuthForm>
  );
}
