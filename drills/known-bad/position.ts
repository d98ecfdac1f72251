import {
  coalesce,
  type ReplicaState,
  readPrimaryPosition,
} from "#server/platform/database/replication-position.ts";

export { coalesce, readPrimaryPosition };

export async function standingOf(): Promise<ReplicaState> {
  return { isOurs: true, hasCome: true };
}
