import { call } from "./call.ts";

/** Loaded on demand, as a table of all actions comes with it. */
const loadCalls = async () => (await import("#contract/audit.ts")).auditCalls;

export async function listLatestChanges(about: string, limit: number) {
  const { list } = await loadCalls();
  return call(list, { query: { about, limit } });
}

export async function undoChange(auditId: string): Promise<void> {
  const { undo } = await loadCalls();
  for (let left = 1; left > 0; ) left = (await call(undo, { params: { auditId } })).left;
}

export async function undoLatest(about: string): Promise<void> {
  const [latest] = await listLatestChanges(about, 1);
  if (latest) await undoChange(latest._id);
}
