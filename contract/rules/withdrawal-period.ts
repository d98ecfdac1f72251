type Period = {
  arrivedAt: Date;
  statedAt: Date;
  days: number;
  timeZone: string;
};

/** The day of arrival does not count, and the period ends on no Saturday or Sunday. */
export function isInWithdrawalPeriod({ arrivedAt, statedAt, days, timeZone }: Period): boolean {
  const dayOf = (time: Date) =>
    Temporal.Instant.fromEpochMilliseconds(time.getTime())
      .toZonedDateTimeISO(timeZone)
      .toPlainDate();
  let last = dayOf(arrivedAt).add({ days });
  while (last.dayOfWeek > 5) last = last.add({ days: 1 });
  return Temporal.PlainDate.compare(dayOf(statedAt), last) <= 0;
}
