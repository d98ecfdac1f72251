import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { signInCodeCalls } from "#contract/sign-in-code.ts";
import { call } from "#web/app/call.ts";
import { secondStepPath } from "#web/app/paths.ts";
import { emailRules } from "#web/modules/identity/field-rules.ts";
import { finishSignIn } from "#web/modules/identity/session.ts";
import { useSubmit } from "#web/pages/auth/auth-form.tsx";
import { Field, FormError, SubmitButton } from "#web/ui/field.tsx";

type Props = {
  email: string;
  back: string;
  onAgain: () => void;
};

export function AskForCode({ email, back, onAgain }: Props) {
  const navigate = useNavigate();
  const form = useForm<{ code: string }>();
  const { submit, failure, busy } = useSubmit(form, async (body) => {
    const { user } = await call(signInCodeCalls.enter, { body });
    if (user) await finishSignIn(user);
    else await navigate(secondStepPath(back));
  });
  return (
    <form noValidate aria-label="Your code" className="grid gap-5" onSubmit={submit}>
      <p role="status">
        We have sent a code to <strong className="wrap-anywhere">{email}</strong>. It is valid for
        ten minutes.
      </p>
      <Field
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        aria-required
        error={form.formState.errors.code?.message}
        {...form.register("code", { required: "Code is Required" })}
      />
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SubmitButton busy={busy} buys>
          Continue
        </SubmitButton>
        <button type="button" className="btn btn-ghost" onClick={onAgain}>
          Send another code
        </button>
      </div>
    </form>
  );
}

type EmailProps = { email?: string; onSent: (email: string) => void };

export function AskForEmail({ email = "", onSent }: EmailProps) {
  const form = useForm<{ email: string }>({ defaultValues: { email } });
  const { submit, failure, busy } = useSubmit(form, async (body) => {
    await call(signInCodeCalls.send, { body });
    onSent(body.email.trim());
  });
  return (
    <form noValidate aria-label="Your e-mail" className="grid gap-5" onSubmit={submit}>
      <Field
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="We send you a code of six digits: you need no account and no password."
        aria-required
        error={form.formState.errors.email?.message}
        {...form.register("email", emailRules)}
      />
      <FormError>{failure}</FormError>
      <div>
        <SubmitButton busy={busy} buys>
          Send me a code
        </SubmitButton>
      </div>
    </form>
  );
}
