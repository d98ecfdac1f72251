// The PostgreSQL driver, mended where it ends the whole program: a connection that is lost while a
// transaction is open is written to once more, where nobody can catch it, and never opens again
// (porsager/postgres#1208, 3.4.9, open). To go when a release has it. See decisions/0037. And where it
// asks PostgreSQL for the kinds of a statement's values before it sends them: that is a turn more for
// each statement, and Drizzle and we send them as what they are. See decisions/0041.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What stands there, and what is to stand there. */
export const mends = [
  [
    `    if (terminated)
      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))
`,
    `    if (terminated)
      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))

    if (!socket) {
      queryError(q, Errors.connection('CONNECTION_CLOSED', options))
      return true
    }
`,
  ],
  [
    `    incomings = null
    clearImmediate(nextWriteTimer)
    socket.removeListener`,
    `    incomings = null
    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener`,
  ],
  [
    `    q.describeFirst = q.onlyDescribe || (parameters.length && !q.prepared)
`,
    `    q.describeFirst = q.onlyDescribe
`,
  ],
  [
    `        && !q.describeFirst
        && !q.cursorFn
`,
    // As ever, nothing waits behind such a one; within a transaction all are of one and the same.
    `        && !q.describeFirst
        && (connection.reserved || q.prepared || !q.parameters.length)
        && !q.cursorFn
`,
  ],
];

/** Once; a driver in which none of it stands is another one, and must be looked at by a person. */
export function mendDriver(root) {
  const file = join(root, "node_modules/postgres/src/connection.js");
  const before = readFileSync(file, "utf8");
  let after = before;
  for (const [bad, good] of mends) {
    if (after.includes(good)) continue;
    if (!after.includes(bad)) throw new Error(`${file} is not as scripts/mend-driver.mjs knows it`);
    after = after.replace(bad, good);
  }
  if (after === before) return;
  // Another file by the same name: a copy of the folder may share the first.
  writeFileSync(`${file}.new`, after);
  renameSync(`${file}.new`, file);
}
