import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type CompanyInvitation, companyCalls } from "#contract/companies.ts";
import type { Person } from "#contract/identity.ts";
import { call } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { loginPath, paths } from "#web/app/paths.ts";
import { signOut, useSession } from "#web/modules/identity/session.ts";
import { AskForCode, AskForEmail } from "#web/pages/shop/checkout/ask-for-code.tsx";
import { FormError } from "#web/ui/field.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { AuthLayout } from "./auth-layout.tsx";
import { useLetterLink } from "./use-letter-link.ts";

const title = "Join a company";

export function JoinCompanyPage() {
  const link = useLetterLink(paths.joinCompany);
  const token = link?.token ?? "";
  const {
    data: invitation,
    error,
    refetch,
  } = useQuery({
    queryKey: ["company-invitation", token],
    queryFn: ({ signal }) => call(companyCalls.invitation, { body: { token } }, signal),
    enabled: token !== "",
  });
  if (invitation) return <Join key={token} token={token} invitation={invitation} />;
  return (
    <AuthLayout title={title}>
      {link?.token === "" ? (
        <p>This page needs the link from our e-mail. Open it there.</p>
      ) : error ? (
        <LoadFailed title="This invitation cannot be shown" error={error} retry={refetch} />
      ) : (
        <InlineLoading />
      )}
    </AuthLayout>
  );
}

type Props = { token: string; invitation: CompanyInvitation };

function Join({ token, invitation: { company, invitedBy, email } }: Props) {
  const { user } = useSession();
  const [joined, setJoined] = useState<string>();
  if (joined !== undefined)
    return (
      <AuthLayout title={title}>
        <p role="status">You belong to {joined} now.</p>
        <PageLink to={paths.company} className="btn btn-secondary btn-block mt-5 h-12 text-base">
          See the company
        </PageLink>
      </AuthLayout>
    );
  const lead = (
    <>
      {invitedBy ?? "Somebody"} invites you to order for <strong>{company}</strong>. Everybody in
      the company then sees what you order.
    </>
  );
  return (
    <AuthLayout title={title} lead={lead}>
      {user === undefined && <InlineLoading />}
      {user === null && <SignIn email={email} />}
      {user && <JoinAs key={user._id} {...{ token, user, email }} onJoined={setJoined} />}
    </AuthLayout>
  );
}

/** Who signed in here for the invitation has said yes to it. */
let hasAgreed = false;

function SignIn({ email }: { email: string }) {
  const [sentTo, setSentTo] = useState("");
  useEffect(() => {
    hasAgreed = true;
  }, []);
  return (
    <div className="grid gap-5">
      {sentTo ? (
        <AskForCode email={sentTo} back={paths.joinCompany} onAgain={() => setSentTo("")} />
      ) : (
        <AskForEmail email={email} onSent={setSentTo} />
      )}
      <PageLink to={loginPath(paths.joinCompany)} className="link justify-self-start">
        Sign in with your password
      </PageLink>
    </div>
  );
}

type JoinProps = {
  token: string;
  user: Person;
  email: string;
  onJoined: (company: string) => void;
};

function JoinAs({ token, user, email, onJoined }: JoinProps) {
  const { run, isBusy, failure } = useAction();
  const isInvited = user.email.toLowerCase() === email.toLowerCase();

  const join = () =>
    run(async () => {
      const { company } = await call(companyCalls.join, { body: { token } });
      onJoined(company?.name ?? "the company");
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the sign-in
  useEffect(() => {
    if (hasAgreed && isInvited) void join();
    hasAgreed = false;
  }, []);

  if (!isInvited)
    return (
      <div className="grid gap-5">
        <p className="wrap-anywhere">
          The invitation is for {email}, and you are signed in as {user.email}.
        </p>
        <FormError>{failure}</FormError>
        <button
          type="button"
          className="btn btn-secondary btn-block h-12 text-base"
          aria-busy={isBusy}
          onClick={() => run(() => signOut())}
        >
          Sign out and join as {email}
        </button>
      </div>
    );
  return (
    <div className="grid gap-5">
      <FormError>{failure}</FormError>
      <button
        type="button"
        className="btn btn-secondary btn-block h-12 text-base"
        aria-busy={isBusy}
        onClick={join}
      >
        Join
      </button>
    </div>
  );
}
