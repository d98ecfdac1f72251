import { formatDateTime } from "#web/app/format.ts";
export function DateTime({ time }: { time: string }) {
  return <time dateTime={time}>{formatDateTime(time)}</time>;
}
