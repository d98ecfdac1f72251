import type { Stats } from "node:fs";
import { lchownSync, lstatSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { EmbeddedPostgresError, failure } from "./error.ts";

/** The user that PostgreSQL runs as; undefined: the one that runs the shop. */
export type Owner = { uid: number; gid: number } | undefined;

type Account = { name: string; uid: number; gid: number };

const elsewhere = "set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL of your own";

/** Makes the data folder if it is missing and decides who runs PostgreSQL in it. */
export function chooseOwner(dataDir: string, clusterDir: string): Owner {
  const me = process.geteuid?.();
  if (me === undefined || !["linux", "darwin"].includes(process.platform)) {
    throw new EmbeddedPostgresError(
      `The built-in PostgreSQL runs on Linux and macOS only: set DATABASE_URL to another one.`,
    );
  }
  try {
    // Only us: PostgreSQL's user must not climb from its own folder into the rest of our data.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!statSync(dataDir).isDirectory()) throw new Error("it is a file");
  } catch (cause) {
    throw failure(`The data folder ${dataDir} cannot be made or entered (${elsewhere})`, cause);
  }
  if (me === 0) return ownerForRoot(clusterDir);
  for (const folder of [dataDir, clusterDir]) requireMine(folder, me);
  return undefined;
}

/** Hands over something that root just made. It never follows a link. */
export function giveTo(owner: Owner, path: string): void {
  if (owner) lchownSync(path, owner.uid, owner.gid);
}

export function lstatIfThere(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** PostgreSQL refuses to run as root, so an unprivileged user of the machine runs it. */
function ownerForRoot(clusterDir: string): Owner {
  if (process.platform !== "linux") {
    throw new EmbeddedPostgresError(
      "On macOS root cannot run the built-in PostgreSQL: start the shop as an ordinary user.",
    );
  }
  const accounts = readAccounts();
  const cluster = statSync(clusterDir, { throwIfNoEntry: false });
  if (cluster?.uid === 0) {
    throw new EmbeddedPostgresError(
      `The database folder ${clusterDir} belongs to root, and PostgreSQL refuses that: give it ` +
        `to an unprivileged user (chown -R nobody "${clusterDir}").`,
    );
  }
  if (cluster) {
    const account = accounts.find(({ uid }) => uid === cluster.uid);
    return { uid: cluster.uid, gid: account?.gid ?? cluster.gid };
  }
  // initdb asks for the user's name, so only a user in /etc/passwd will do.
  const named = (name: string) => accounts.find((account) => account.name === name && account.uid);
  const account = named("postgres") ?? named("nobody");
  if (account) return { uid: account.uid, gid: account.gid };
  throw new EmbeddedPostgresError(
    "PostgreSQL refuses to run as root, and /etc/passwd has neither a user postgres nor a user " +
      "nobody to run it: add one, or start the shop as an ordinary user.",
  );
}

function requireMine(folder: string, me: number): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found || found.uid === me) return;
  throw new EmbeddedPostgresError(
    `The folder ${folder} belongs to ${nameOf(found.uid)}, not to ${nameOf(me)} who started the ` +
      `shop: start it as ${nameOf(found.uid)}, ${elsewhere}.`,
  );
}

function nameOf(uid: number): string {
  return readAccounts().find((account) => account.uid === uid)?.name ?? `the user with id ${uid}`;
}

function readAccounts(): Account[] {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
