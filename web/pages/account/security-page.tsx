import { Suspense } from "react";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { ChangePassword } from "./change-password.tsx";
import { PageHeading } from "./page-heading.tsx";

const OwnSignIns = late(async () => (await import("./own-sign-ins.tsx")).OwnSignIns);

export function SecurityPage() {
  const { email, hasPassword } = usePerson();
  return (
    <div className="max-w-3xl">
      <PageHeading backToProfile>Sign-in and security</PageHeading>
      <section id="change-password" aria-labelledby="password" className="mb-10">
        <h3 id="password" className="mb-4 text-lg font-bold">
          Password
        </h3>
        {hasPassword ? <ChangePassword email={email} /> : <NoPassword />}
      </section>
      <Suspense fallback={<InlineLoading />}>
        <OwnSignIns email={email} />
      </Suspense>
    </div>
  );
}

function NoPassword() {
  return (
    <p className="max-w-xl leading-relaxed">
      You sign in with Google, so your account has no password here. If you would like one as well,{" "}
      <PageLink to={paths.forgotten} className="link font-medium">
        ask for a letter with a link
      </PageLink>{" "}
      and set it there.
    </p>
  );
}
