import { useQuery } from "@tanstack/react-query";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { OwnData } from "./own-data.tsx";
import { OwnEmail } from "./own-email.tsx";
import { OwnPasskeys } from "./own-passkeys.tsx";
import { OwnSecondStep } from "./own-second-step.tsx";
import { OwnSessions } from "./own-sessions.tsx";
import { ownSessions } from "./own-sessions-query.ts";
import { ownEmailChange, ownPasskeys, ownSecondStep } from "./own-sign-ins-queries.ts";

/** Shown when all of it is known: what comes later would move what is below. */
export function OwnSignIns({ email }: { email: string }) {
  const isPending = [
    useQuery(ownEmailChange()).isPending,
    useQuery(ownPasskeys()).isPending,
    useQuery(ownSecondStep()).isPending,
    useQuery(ownSessions()).isPending,
  ].includes(true);
  if (isPending) return <InlineLoading />;
  return (
    <>
      <OwnEmail email={email} />
      <OwnPasskeys />
      <OwnSecondStep />
      <OwnSessions />
      <OwnData />
    </>
  );
}
