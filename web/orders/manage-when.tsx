const inWords = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

export function When({ time }: { time: string }) {
  return <time dateTime={time}>{inWords.format(new Date(time))}</time>;
}
