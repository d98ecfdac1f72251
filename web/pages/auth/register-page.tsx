import { useForm } from "react-hook-form";
import { identityCalls } from "#contract/identity.ts";
import { call } from "#web/app/call.ts";
import { paths } from "#web/app/paths.ts";
import { emailRules, nameRules, passwordRules } from "#web/modules/identity/field-rules.ts";
import { setSignedIn } from "#web/modules/identity/session.ts";
import { Field } from "#web/ui/field.tsx";
import { AuthForm, EmailField, NewPasswordField, useSubmit } from "./auth-form.tsx";
import { EntryPage } from "./entry-page.tsx";

export function RegisterPage() {
  return (
    <EntryPage
      title="Register"
      question="Have an account already?"
      other={{ path: paths.login, label: "Login" }}
      form={<RegisterForm />}
    />
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
      <EmailField
        autoComplete="email"
        error={formState.errors.email?.message}
        {...register("email", emailRules)}
      />
      <NewPasswordField
        label="Password"
        error={formState.errors.password?.message}
        {...register("password", passwordRules)}
      />
    </AuthForm>
  );
}
