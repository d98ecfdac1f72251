import { accessSync, constants, lchownSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { EmbeddedPostgresError, withContext } from "./errors.ts";

export type Owner = { uid: number; gid: number } | undefined;

export function chooseOwner(dataDir: string, clusterDir: string): Owner {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const advice = "set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL of your own";
    throw withContext(`The data folder ${dataDir} cannot be used (${advice})`, cause);
  }
  if (process.geteuid?.() !== 0) return undefined;
  // PostgreSQL refuses to run as root.
  const cluster = statSync(clusterDir, { throwIfNoEntry: false });
  return cluster ? { uid: cluster.uid, gid: cluster.gid } : unprivilegedUser();
}

export function changeOwner(owner: Owner, path: string): void {
  if (owner) lchownSync(path, owner.uid, owner.gid);
}

/** initdb accepts only users of /etc/passwd. */
function unprivilegedUser(): Owner {
  const accounts = readFileSync("/etc/passwd", "utf8");
  const [, uid, gid] =
    /^postgres:[^:]*:(\d+):(\d+):/m.exec(accounts) ??
    /^nobody:[^:]*:(\d+):(\d+):/m.exec(accounts) ??
    [];
  if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  throw new EmbeddedPostgresError(
    "PostgreSQL refuses to run as root, and there is neither a user postgres nor a user nobody to " +
      "run it: add one, or start the shop as an ordinary user.",
  );
}
