import { log } from "#server/platform/telemetry/log/log.ts";

const toleratedMs = 2_000;
const hourMs = 3_600_000;

type Times = { askedAt: number; database: number; answeredAt: number };

/** Lines that several machines wrote can be put in order only while their clocks agree. */
export function createClockCheck(): (times: Times) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return ({ askedAt, database, answeredAt }) => {
    const offsetMs = Math.round(
      Math.max(askedAt - database, 0) - Math.max(database - answeredAt, 0),
    );
    if (Math.abs(offsetMs) <= toleratedMs || performance.now() - warnedAt < hourMs) return;
    warnedAt = performance.now();
    log.warn({ offsetMs }, "The clock of this machine differs from that of the database");
  };
}
