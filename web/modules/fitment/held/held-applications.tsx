import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { applicationCalls, type HeldApplication } from "#contract/applications.ts";
import { call } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { manageFitPath } from "#web/app/paths.ts";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { ReleaseForm } from "./release-form.tsx";

const heldApplications = queryOptions({
  queryKey: ["vehicles", "held"],
  queryFn: ({ signal }) => call(applicationCalls.held, {}, signal),
  staleTime: 0,
});

export function HeldApplications() {
  const { data, error, refetch } = useQuery(heldApplications);
  if (!data) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="What is held could not be fetched" error={error} retry={refetch} />;
  }
  if (data.length === 0) {
    return (
      <Note title="Nothing is held">
        <p>Every line of the catalogue counts.</p>
      </Note>
    );
  }
  return (
    <ul className="divide-y divide-base-300 border-y border-base-300">
      {data.map((held) => (
        <Held key={held._id} held={held} />
      ))}
    </ul>
  );
}

function Held({ held }: { held: HeldApplication }) {
  const [isOpen, setOpen] = useState(false);
  const { part, text, heldBecause, failedOrders } = held;
  return (
    <li className="grid gap-2 py-4">
      <p className="wrap-anywhere">
        <span className="me-2 font-mono text-sm">{part.number}</span>
        <PageLink to={manageFitPath(part._id)} className="link font-semibold">
          <bdi>{part.name}</bdi>
        </PageLink>
      </p>
      <p className="wrap-anywhere">{text}</p>
      <p className="wrap-anywhere">
        <span className="bg-warning px-2 py-0.5 text-warning-content">Held</span> {heldBecause}
      </p>
      {failedOrders.length > 0 && (
        <p className="text-sm text-base-content/80">
          Returned as not fitting from {failedOrders.length}{" "}
          {failedOrders.length === 1 ? "order" : "orders"}: {failedOrders.join(", ")}
        </p>
      )}
      <HiddenIfReadOnly>
        {isOpen ? (
          <ReleaseForm held={held} onClose={() => setOpen(false)} />
        ) : (
          <button
            type="button"
            className="btn btn-outline justify-self-start"
            aria-label={`Release ${part.number}, ${text}`}
            onClick={() => setOpen(true)}
          >
            Release
          </button>
        )}
      </HiddenIfReadOnly>
    </li>
  );
}
