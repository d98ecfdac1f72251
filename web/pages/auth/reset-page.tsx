import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { identityCalls, type Person } from "#contract/identity.ts";
import { CallRefused, call } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths, secondStepPath } from "#web/app/paths.ts";
import { CompleteSignIn } from "#web/modules/identity/complete-sign-in.tsx";
import { passwordRules } from "#web/modules/identity/field-rules.ts";
import { setSignedIn } from "#web/modules/identity/session.ts";
import { AuthForm, FormError, NewPasswordField, useSubmit } from "./auth-form.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { readReturnLink, takeReturnLink, withReturnLink } from "./return-link.ts";
import { type LetterLink, useLetterLink } from "./use-letter-link.ts";

export function ResetPage() {
  const link = useLetterLink(paths.reset);
  return <Reset key={link?.earlier ?? 0} link={link} />;
}

function Reset({ link }: { link: LetterLink | undefined }) {
  const [done, setDone] = useState<{ user: Person; to: string }>();
  const [linkError, setLinkError] = useState<string>();
  if (done) return <CompleteSignIn {...done} />;
  const problem =
    link?.token === "" ? "This page needs the link from our letter. Open it there." : linkError;
  if (problem) {
    return (
      <AuthLayout title="New password">
        <NoLink>{problem}</NoLink>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="New password" lead="It signs you in here, and out everywhere else.">
      <ResetForm
        link={link ?? noLink}
        onDone={(user) => setDone({ user, to: takeReturnLink() ?? paths.dashboard })}
        onLinkError={setLinkError}
      />
    </AuthLayout>
  );
}

const noLink: LetterLink = { token: "", email: "", earlier: 0 };

type Inputs = { password: string };
type FormProps = {
  link: LetterLink;
  onDone: (user: Person) => void;
  onLinkError: (message: string) => void;
};

function ResetForm({ link, onDone, onLinkError }: FormProps) {
  const navigate = useNavigate();
  const form = useForm<Inputs>();
  const { submit, failure, busy } = useSubmit(form, async ({ password }) => {
    try {
      const { user } = await call(identityCalls.reset, { body: { token: link.token, password } });
      if (!user) return void navigate(secondStepPath(readReturnLink()));
      setSignedIn(user);
      onDone(user);
    } catch (error) {
      if (error instanceof CallRefused && error.fields.token) onLinkError(error.message);
      else throw error;
    }
  });
  return (
    <AuthForm action="Set password" onSubmit={submit} failure={failure} busy={busy}>
      {/* Tells password managers whose password this is. */}
      {link.email && (
        <input type="email" autoComplete="username" value={link.email} readOnly hidden />
      )}
      <NewPasswordField
        label="New password"
        error={form.formState.errors.password?.message}
        {...form.register("password", passwordRules)}
      />
    </AuthForm>
  );
}

function NoLink({ children }: { children: string }) {
  return (
    <div className="grid gap-5">
      <FormError>{children}</FormError>
      <PageLink
        to={withReturnLink(paths.forgotten, readReturnLink())}
        className="btn btn-secondary btn-block h-12 text-base"
      >
        Ask for a new link
      </PageLink>
    </div>
  );
}
