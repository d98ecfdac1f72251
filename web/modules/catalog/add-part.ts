import { type NewPart, partCalls } from "#contract/catalog.ts";
import { call } from "#web/app/call.ts";

/** Longer than this nobody waits; to send it again under its key is safe. */
const patience = 20_000;

/** Answers the id of the part. */
export async function addPart(part: NewPart): Promise<string> {
  const signal = AbortSignal.timeout(patience);
  const { insertedId } = await call(partCalls.add, { body: part }, signal).catch((error) => {
    throw signal.aborted ? new Error("The shop did not answer in time.") : error;
  });
  return insertedId;
}
