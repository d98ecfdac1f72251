import { useState } from "react";
import { useForm } from "react-hook-form";
import { emailChangeCalls } from "#contract/email-change.ts";
import { CallRefused, call, isRefusedAs } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { refreshSession } from "#web/modules/identity/session.ts";
import { AuthForm, FormError, useSubmit } from "./auth-form.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { withReturnLink } from "./return-link.ts";
import { type LetterLink, useLetterLink } from "./use-letter-link.ts";

const title = "Change your e-mail";

/** Opening the link does nothing yet: mail scanners open links. */
export function ChangeEmailPage() {
  const link = useLetterLink(paths.changeEmail);
  // The key discards what was said about the link opened before.
  return <ChangeEmail key={link?.earlier ?? 0} link={link} />;
}

function ChangeEmail({ link }: { link: LetterLink | undefined }) {
  const [done, setDone] = useState<string>();
  const [linkError, setLinkError] = useState<string>();
  const problem =
    link?.token === "" ? "This page needs the link from our letter. Open it there." : linkError;
  if (done || problem) {
    return (
      <AuthLayout title={title}>
        <div className="grid gap-5">
          {problem ? (
            <FormError>{problem}</FormError>
          ) : (
            <p role="status" className="border-s-4 border-success bg-success/8 px-4 py-3">
              {done}
            </p>
          )}
          <PageLink to={paths.security} className="btn btn-secondary btn-block h-12 text-base">
            Go to Sign-in and security
          </PageLink>
        </div>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={title}
      lead="One click shows that our letter reached you. If you did not ask for it, just close this page."
    >
      <ProveForm
        token={link?.token ?? ""}
        onDone={(isChanged) => {
          setDone(
            isChanged
              ? "Your e-mail is changed. All other browsers are signed out."
              : "Thank you. Now open the link in our letter to your other address.",
          );
          refreshSession();
        }}
        onLinkError={setLinkError}
      />
    </AuthLayout>
  );
}

type FormProps = {
  token: string;
  onDone: (isChanged: boolean) => void;
  onLinkError: (message: string) => void;
};

function ProveForm({ token, onDone, onLinkError }: FormProps) {
  const [needsOwnSession, setNeedsOwnSession] = useState(false);
  const { submit, failure, busy } = useSubmit(useForm(), async () => {
    setNeedsOwnSession(false);
    try {
      onDone((await call(emailChangeCalls.prove, { body: { token } })).isChanged);
    } catch (error) {
      if (error instanceof CallRefused && error.fields.token) return onLinkError(error.message);
      setNeedsOwnSession(isRefusedAs(error, "not-allowed"));
      throw error;
    }
  });
  return (
    <>
      <AuthForm action="Confirm this e-mail" onSubmit={submit} failure={failure} busy={busy}>
        {null}
      </AuthForm>
      {needsOwnSession && (
        <PageLink
          to={withReturnLink(paths.login, paths.changeEmail)}
          className="btn btn-outline btn-block mt-5 h-12 text-base"
        >
          Sign in
        </PageLink>
      )}
    </>
  );
}
