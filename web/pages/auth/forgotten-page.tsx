import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { identityCalls } from "#contract/identity.ts";
import { call } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { emailRules } from "#web/modules/identity/field-rules.ts";
import { AuthForm, EmailField, useSubmit } from "./auth-form.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { saveReturnLink, useReturnLink, withReturnLink } from "./return-link.ts";

export function ForgottenPage() {
  const from = useReturnLink();
  const [sentTo, setSentTo] = useState<string>();

  function onSent(email: string) {
    saveReturnLink(from);
    setSentTo(email);
  }

  return (
    <AuthLayout
      title="Forgot password?"
      lead={!sentTo && "Tell us your e-mail, and we send you a link to choose a new one."}
    >
      {sentTo ? <SentNote email={sentTo} /> : <ForgottenForm onSent={onSent} />}
      <p className="mt-6">
        <PageLink to={withReturnLink(paths.login, from)} className="link inline-block py-2 text-sm">
          Back to Login
        </PageLink>
      </p>
    </AuthLayout>
  );
}

type Inputs = { email: string };

function ForgottenForm({ onSent }: { onSent: (email: string) => void }) {
  const form = useForm<Inputs>();
  const { submit, failure, busy } = useSubmit(form, async (body) => {
    await call(identityCalls.forgotten, { body });
    onSent(body.email);
  });
  return (
    <AuthForm action="Send me a link" onSubmit={submit} failure={failure} busy={busy}>
      <EmailField
        autoComplete="username"
        error={form.formState.errors.email?.message}
        {...form.register("email", emailRules)}
      />
    </AuthForm>
  );
}

/** The same for every e-mail, so that accounts cannot be probed. */
function SentNote({ email }: { email: string }) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <p
      ref={note}
      tabIndex={-1}
      className="border-s-4 border-success bg-success/8 px-4 py-3 outline-none wrap-anywhere"
    >
      If there is an account for {email}, a letter with a link is on its way. The link is good once,
      for one hour.
    </p>
  );
}
