import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AuditEntry } from "#contract/audit.ts";
import { formatDateTime } from "./format.tsx";
import { listLatestChanges } from "./undo-change.ts";

type Props = {
  about: string;
  /** Which of the latest changes it was. */
  isIt: (entry: AuditEntry) => boolean;
  /** What is stored now, as a text: another one has been stored by another change. */
  present: string;
  /** Such as "has answered". */
  did: string;
  children: ReactNode;
  keep: string;
  onKeep: () => void;
  onReplace: () => void;
};

export function ChangedMeanwhile(props: Props) {
  const { about, isIt, present, did, children, keep, onKeep, onReplace } = props;
  const { data: change } = useQuery({
    queryKey: ["audit", "latest", about, present],
    queryFn: async () => (await listLatestChanges(about, 10)).find(isIt) ?? null,
  });
  const who = change ? (change.by ?? change.who) : "Somebody else";
  return (
    <div role="alert" className="grid gap-3 border-s-4 border-warning ps-3">
      <p className="font-semibold wrap-anywhere">
        {who} {did} meanwhile{change && `, ${formatDateTime(change.at)}`}
      </p>
      {children}
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-outline" onClick={onReplace}>
          Save mine instead
        </button>
        <button type="button" className="btn btn-outline" onClick={onKeep}>
          {keep}
        </button>
      </div>
    </div>
  );
}
