const slowMs = 100;
const keptTimes = 20;
/** What takes longer is read in the background, unless the last answer is too old to be shown. */
const worthWaitingMs = 1_000;
const oldestMs = 120_000;
const mostKept = 200;

type Kept = { value: unknown; at: number; tookMs: number };
export type KeepSlow = <Value>(key: string, read: () => Promise<Value>) => Promise<Value>;

/**
 * What took long to read is kept twenty times as long, so that however many ask, reading it takes a
 * small part of the time of one connection.
 */
export function keepSlow(): KeepSlow {
  const kept = new Map<string, Kept>();
  const running = new Map<string, Promise<unknown>>();

  async function readNow(key: string, read: () => Promise<unknown>) {
    const at = performance.now();
    const value = await read();
    const tookMs = performance.now() - at;
    kept.delete(key);
    if (tookMs > slowMs) kept.set(key, { value, at: performance.now(), tookMs });
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest) kept.delete(oldest);
    return value;
  }

  function readOnce(key: string, read: () => Promise<unknown>) {
    const reading = running.get(key) ?? readNow(key, read).finally(() => running.delete(key));
    running.set(key, reading);
    return reading;
  }

  return (async (key: string, read: () => Promise<unknown>) => {
    const last = kept.get(key);
    const ageMs = last ? performance.now() - last.at : 0;
    if (!last || ageMs > oldestMs) return readOnce(key, read);
    if (ageMs <= keptTimes * last.tookMs) return last.value;
    const reading = readOnce(key, read);
    if (last.tookMs <= worthWaitingMs) return reading;
    reading.catch(() => {});
    return last.value;
  }) as KeepSlow;
}
