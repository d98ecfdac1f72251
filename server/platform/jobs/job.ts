import type { ThingKind } from "#contract/things.ts";
import type { Queries } from "#server/platform/database/connect.ts";

export type JobKind<Payload = unknown> = {
  kind: string;
  payload: { parse(value: unknown): Payload };
};

export type JobDefinition<Payload = unknown> = JobKind<Payload> & {
  title: string;
  describe?(payload: Payload): string;
  /** What it is about, to be named and opened. */
  aboutWhat?(payload: Payload): { kind: ThingKind; id: string } | undefined;
  /** Where `aboutWhat` has the id of a part of the thing, such as a parcel: the thing's. */
  findWhole?(db: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** And the other way about. */
  findParts?(db: Queries, ids: readonly string[]): Promise<readonly string[]>;
  /** Effects in the database must be safe to repeat: a process may die before the job is recorded. */
  run(payload: Payload, job: RunningJob): Promise<void>;
  concurrency?: number;
  /** So many more, for jobs of priority 0 only: they need not wait for others that hang. */
  urgentConcurrency?: number;
  /** The newest and the oldest in turn: a backlog keeps no new job waiting, nor is it left. */
  inTurn?: boolean;
  /** Between two runs of one slot, so that a long queue leaves room for requests. */
  pauseMs?: number;
  /** Then it waits for an admin. A scheduled job never gives up. */
  maxAttempts?: number;
  timeoutSeconds?: number;
  everySeconds?: number;
  /** False if its runs store no events: then no consumer looks for any after a run. */
  storesEvents?: boolean;
};

export type RunningJob = {
  id: string;
  attempt: number;
  createdAt: Date;
  /** Aborts when the run takes too long, another process has taken over, or the shop has to end. */
  signal: AbortSignal;
};

export type JobInput<Payload> = {
  payload: Payload;
  key?: string;
  priority?: number;
  /** Jobs of one kind and priority with several shares run in turn, one of each share. */
  share?: string;
  runAt?: Date;
};

export type Jobs = {
  /** Call it after the commit of a transaction that queued a job; otherwise a poll finds it. */
  wake(): void;
  definitions(): readonly JobDefinition[];
};

export const defineJob = <Payload>(definition: JobDefinition<Payload>) => definition;

type Schedule = Omit<
  JobDefinition,
  "payload" | "describe" | "aboutWhat" | "run" | "everySeconds"
> & {
  everySeconds: number;
  run(job: RunningJob): Promise<unknown>;
};

export const defineSchedule = ({ run, ...rest }: Schedule): JobDefinition => ({
  ...rest,
  payload: { parse: () => undefined },
  run: async (_, job) => void (await run(job)),
});

export function describeJob(definition: JobDefinition | undefined, payload: unknown): string {
  try {
    return definition?.describe?.(definition.payload.parse(payload)) ?? "";
  } catch {
    return "";
  }
}

export const scheduleKey = "schedule";
export const leaseSeconds = 30;
export const defaultMaxAttempts = 12;
export const defaultTimeoutSeconds = 600;

/** 2, 4, 8 … seconds, at most an hour; a schedule at most its interval. */
export const retryDelaySeconds = (attempt: number, everySeconds = 3_600): number =>
  Math.min(2 ** attempt, 3_600, everySeconds);

/** A new schedule runs soon, but not while the shop starts. */
export const firstRunSeconds = (everySeconds: number): number => Math.min(everySeconds, 60);
