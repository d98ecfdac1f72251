import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { identityCalls } from "#contract/identity.ts";
import { CallRefused, call, isRefusedAs } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { refreshSession } from "#web/modules/identity/session.ts";
import { AuthForm, FormError, useSubmit } from "./auth-form.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { withReturnLink } from "./return-link.ts";
import { type LetterLink, useLetterLink } from "./use-letter-link.ts";

/** Opening the link does nothing yet: mail scanners open links. */
export function VerifyEmailPage() {
  const link = useLetterLink(paths.verifyEmail);
  return <VerifyEmail key={link?.earlier ?? 0} link={link} />;
}

function VerifyEmail({ link }: { link: LetterLink | undefined }) {
  const [done, setDone] = useState(false);
  const [linkError, setLinkError] = useState<string>();
  const problem =
    link?.token === "" ? "This page needs the link from our letter. Open it there." : linkError;
  if (done || problem) {
    return (
      <AuthLayout title="Verify your e-mail">
        <div className="grid gap-5">
          {problem ? <FormError>{problem}</FormError> : <Thanks />}
          <PageLink to={paths.dashboard} className="btn btn-secondary btn-block h-12 text-base">
            Go to My Profile
          </PageLink>
        </div>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Verify your e-mail"
      lead="Where you are signed in to your new account, one click verifies its e-mail. If you did not open an account here, just close this page."
    >
      <VerifyForm
        token={link?.token ?? ""}
        onDone={() => {
          setDone(true);
          // The account may be signed in here, and shows a hint while unverified.
          refreshSession();
        }}
        onLinkError={setLinkError}
      />
    </AuthLayout>
  );
}

type FormProps = { token: string; onDone: () => void; onLinkError: (message: string) => void };

function VerifyForm({ token, onDone, onLinkError }: FormProps) {
  const [isElsewhere, setElsewhere] = useState(false);
  const { submit, failure, busy } = useSubmit(useForm(), async () => {
    setElsewhere(false);
    try {
      await call(identityCalls.verifyEmail, { body: { token } });
      onDone();
    } catch (error) {
      if (error instanceof CallRefused && error.fields.token) {
        // The link of a letter whose code was typed already.
        const { user } = await call(identityCalls.session, {});
        return user?.emailVerified ? onDone() : onLinkError(error.message);
      }
      setElsewhere(isRefusedAs(error, "not-allowed"));
      throw error;
    }
  });
  return (
    <>
      <AuthForm action="Verify my e-mail" onSubmit={submit} failure={failure} busy={busy}>
        {null}
      </AuthForm>
      {isElsewhere && (
        <PageLink
          to={withReturnLink(paths.login, paths.verifyEmail)}
          className="btn btn-outline btn-block mt-5 h-12 text-base"
        >
          Sign in
        </PageLink>
      )}
    </>
  );
}

function Thanks() {
  const thanks = useRef<HTMLParagraphElement>(null);
  useEffect(() => thanks.current?.focus(), []);
  return (
    <p
      ref={thanks}
      tabIndex={-1}
      className="border-s-4 border-success bg-success/8 px-4 py-3 outline-none"
    >
      Thank you. Your e-mail is verified.
    </p>
  );
}
