import { showTime } from "#web/app/format.ts";
export function When({ time }: { time: string }) {
  return <time dateTime={time}>{showTime(time)}</time>;
}
