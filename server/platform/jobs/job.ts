/** What runs a kind of job, and how. */
export type JobDefinition<Payload = unknown> = {
  kind: string;
  payload: { parse(value: unknown): Payload };
  /** Effects in the database must be safe to repeat: a process may die before the job is recorded. */
  run(payload: Payload, job: RunningJob): Promise<void>;
  /** At most so many at once in one process. */
  concurrency?: number;
  /** Then it waits for an admin. A scheduled job never gives up. */
  maxAttempts?: number;
  /** Runs by itself so often, on one process of all. */
  everySeconds?: number;
};

export type RunningJob = {
  id: string;
  attempt: number;
  /** Aborts when the shop stops or another process has taken over. */
  signal: AbortSignal;
};

export type JobInput<Payload> = {
  payload: Payload;
  key?: string;
  priority?: number;
  runAt?: Date;
};

/** Keeps the payload's type between the definition and those who queue it. */
export const defineJob = <Payload>(definition: JobDefinition<Payload>) => definition;

export const scheduleKey = "schedule";
export const leaseSeconds = 30;
export const defaultMaxAttempts = 12;

/** 2, 4, 8 … seconds, at most an hour. */
export const retryDelaySeconds = (attempt: number): number => Math.min(2 ** attempt, 3_600);
