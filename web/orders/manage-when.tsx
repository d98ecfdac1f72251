import { showTime } from "#web/reader.ts";
export function When({ time }: { time: string }) {
  return <time dateTime={time}>{showTime(time)}</time>;
}
