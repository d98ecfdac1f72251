import { afterEach, expect, it, vi } from "vitest";
import { timeouts } from "#server/platform/database/timeouts.ts";
import { withRequestDeadline } from "./request-deadline.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("leaves no timer behind when the work throws before it awaits anything", async () => {
  vi.useFakeTimers();
  const failing = withRequestDeadline({ waitedMs: 0 }, () => {
    throw new Error("not now");
  });
  await expect(failing).rejects.toThrow("not now");
  expect(vi.getTimerCount()).toBe(0);
});

it("rejects when the time is over, the time before it included", async () => {
  vi.useFakeTimers();
  const waitedMs = 600;
  const late = withRequestDeadline({ waitedMs }, () => new Promise(() => {}));
  const rejected = expect(late).rejects.toThrow("The request took too long");
  await vi.advanceTimersByTimeAsync(timeouts.requestDeadlineMs - waitedMs);
  await rejected;
});
