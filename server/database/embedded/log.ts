import * as fs from "node:fs";

const LIMIT = 10 * 1024 * 1024;

/** Opens the log to append to. PostgreSQL writes through this descriptor, whoever it runs as. */
export function openLog(file: string): number {
  trimLog(file);
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = fs.constants;
  return fs.openSync(file, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
}

/** Keeps the log and one older part, each about 10 MB. PostgreSQL appends on at the new end. */
export function trimLog(file: string): void {
  try {
    if (fs.statSync(file).size < LIMIT) return;
    fs.rmSync(`${file}.old`, { force: true });
    fs.copyFileSync(file, `${file}.old`, fs.constants.COPYFILE_EXCL);
    fs.truncateSync(file);
  } catch {
    // A full disk, say. The shop must not end for its log; the next minute tries again.
  }
}

/** What PostgreSQL last complained of, from that place in its log on. */
export function lastComplaint(file: string, from: number): string {
  const lines = fs.readFileSync(file).subarray(from).toString().trim().split("\n");
  const fatal = lines.findLast((line) => /(FATAL|PANIC):/.test(line)) ?? lines.slice(-3).join(" ");
  return fatal.replace(/^(.*?(FATAL|PANIC):\s*|postgres: )/, "").replace(/\.$/, "");
}
