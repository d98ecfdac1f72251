import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { callRoot } from "#contract/call.ts";
import { useSession } from "#web/modules/identity/session.ts";

type Rest = { list: string; path: string; batches: readonly object[]; ids: readonly string[] };

/** The browser sends what it has room for (64 KB); the ids are kept until all is known to be done. */
function sendLeaving({ list, path, batches, ids }: Rest, person: string): void {
  writeKept(list, { person, ids: [...new Set([...readKept(list, person), ...ids])] });
  for (const batch of batches) {
    const body = new Blob([JSON.stringify(batch)], { type: "application/json" });
    navigator.sendBeacon(callRoot + path, body);
  }
}

type Props = {
  queryKey: readonly string[];
  list: string;
  findUndone: (ids: string[]) => Promise<string[]>;
};

export function useLeaving({ queryKey, list, findUndone }: Props) {
  const person = useSession().user?._id ?? "";
  const [kept, setKept] = useState(() => readKept(list, person));
  const { data: undone = [] } = useQuery({
    queryKey: [...queryKey, "unsent", kept],
    async queryFn() {
      const found = await findUndone(kept);
      if (found.length === 0) writeKept(list, undefined);
      return found;
    },
    enabled: kept.length > 0,
    meta: { isPrivate: true },
  });
  return {
    undone: kept.length > 0 ? undone : [],
    forget() {
      writeKept(list, undefined);
      setKept([]);
    },
    send: (rest: Omit<Rest, "list">) => sendLeaving({ list, ...rest }, person),
    async until(work: Promise<void>, rest: () => Omit<Rest, "list">): Promise<void> {
      const leave = () => sendLeaving({ list, ...rest() }, person);
      addEventListener("pagehide", leave);
      await work.finally(() => removeEventListener("pagehide", leave));
    },
  };
}

type NoticeProps = { text: string; act: string; onAct: () => void; onForget: () => void };

export function LeftNotice({ text, act, onAct, onForget }: NoticeProps): ReactNode {
  return (
    <div role="alert" className="mb-4 border border-s-4 border-base-300 border-s-warning p-4">
      <p>{text}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <button type="button" className="btn btn-secondary" onClick={onAct}>
          {act}
        </button>
        <button type="button" className="btn btn-outline" onClick={onForget}>
          Leave them as they are
        </button>
      </div>
    </div>
  );
}

type Kept = { person: string; ids: string[] };

const storageKey = (list: string) => `unsent:${list}`;

// Access throws where storage is blocked.
function readKept(list: string, person: string): string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(list)) ?? "null") as Kept | null;
    return kept?.person === person ? kept.ids.map(String) : [];
  } catch {
    return [];
  }
}

function writeKept(list: string, kept: Kept | undefined): void {
  try {
    if (kept) localStorage.setItem(storageKey(list), JSON.stringify(kept));
    else localStorage.removeItem(storageKey(list));
  } catch {}
}
