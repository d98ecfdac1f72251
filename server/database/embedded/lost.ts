import { readFileSync } from "node:fs";

/** Of these, a PostgreSQL that is neither starting nor stopping has one at any time. */
const works = /: (startup|walwriter)\b/;

/**
 * A PostgreSQL that waits for nothing. Where it restarts by itself on a full disk, version 18 may lose
 * its startup process and not notice: it goes on for ever to say that it does not accept connections
 * yet, whatever room there is (decision 42). Where the system does not list children, nobody is lost.
 */
export function isLost(postmaster: number): boolean {
  try {
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8");
    return !children.split(" ").some((pid) => pid && works.test(titleOf(pid)));
  } catch {
    return false;
  }
}

function titleOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // Gone since it was listed.
  }
}
