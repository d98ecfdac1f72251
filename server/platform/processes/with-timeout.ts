/** The result of `work`, or of `whenLate` if that takes longer. `work` itself goes on. */
export function withTimeout<Result>(
  work: Promise<Result>,
  timeoutMs: number,
  whenLate: () => Result,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Result>((resolve, reject) => {
    timer = setTimeout(() => Promise.try(whenLate).then(resolve, reject), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
