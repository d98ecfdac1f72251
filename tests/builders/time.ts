const msOf = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

type Span = Partial<Record<keyof typeof msOf, number>>;

const sumOf = (span: Span): number =>
  Object.entries(span).reduce((sum, [unit, many]) => sum + many * msOf[unit as keyof Span], 0);

export const timeAgo = (span: Span) => new Date(Date.now() - sumOf(span));
export const timeFromNow = (span: Span) => new Date(Date.now() + sumOf(span));
