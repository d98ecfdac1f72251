import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { type RefObject, useRef } from "react";
import { identityCalls, type SessionEntry } from "#contract/identity.ts";
import { call } from "#web/app/call.ts";
import { DateTime } from "#web/app/format.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { browserName, isPhone } from "./browser-name.ts";
import { ownSessions } from "./own-sessions-query.ts";
import { SignOutEverywhere } from "./sign-out-everywhere.tsx";

export function OwnSessions() {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="sessions">
      <h3 ref={heading} id="sessions" tabIndex={-1} className="mb-1 text-lg font-bold outline-none">
        Where you are signed in
      </h3>
      <p className="mb-4 text-base-content/80">
        If you do not recognise a browser, sign it out and change your password.
      </p>
      <SessionList heading={heading} />
      <SignOutEverywhere />
    </section>
  );
}

function SessionList({ heading }: { heading: RefObject<HTMLElement | null> }) {
  const { data: sessions, error, refetch } = useQuery(ownSessions());
  if (!sessions && !error) return <InlineLoading />;
  if (!sessions) {
    return <LoadFailed title="Your sessions could not be fetched" error={error} retry={refetch} />;
  }
  return (
    <ul aria-labelledby="sessions" className="divide-y divide-base-300 border-y border-base-300">
      {sessions.map((session) => (
        <SessionRow key={session._id} session={session} heading={heading} />
      ))}
    </ul>
  );
}

type RowProps = { session: SessionEntry; heading: RefObject<HTMLElement | null> };

function SessionRow({ session, heading }: RowProps) {
  const client = useQueryClient();
  const name = browserName(session.agent);
  const ending = useMutation({
    mutationFn: () => call(identityCalls.endSession, { params: { id: session._id } }),
    onSuccess: async () => {
      showToast(`${name} is signed out.`);
      await client.invalidateQueries(ownSessions());
      // The row with the focused button is removed.
      heading.current?.focus();
    },
    onError: (error) => {
      showToast(error.message, "error");
      return client.invalidateQueries(ownSessions());
    },
  });
  const Icon = isPhone(session.agent) ? Smartphone : Monitor;

  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 py-4 sm:grid-cols-[auto_1fr_auto]">
      <Icon className="size-6 shrink-0 text-base-content/75" aria-hidden="true" />
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {name}
          {session.current && <span className="badge badge-soft badge-success">This browser</span>}
        </p>
        <p className="text-sm wrap-anywhere text-base-content/75">
          {session.address} · signed in <DateTime time={session.signedInAt} /> · last seen{" "}
          <DateTime time={session.lastSeenAt} />
        </p>
      </div>
      {!session.current && (
        <button
          type="button"
          className="btn btn-outline btn-sm col-start-2 h-10 justify-self-start sm:col-start-3"
          aria-label={`Sign out ${name}`}
          aria-busy={ending.isPending}
          onClick={() => ending.isPending || ending.mutate()}
        >
          Sign out
        </button>
      )}
    </li>
  );
}
