import type { ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { LiveTabs } from "./live-tabs.ts";

it("tells the readers of both of two changes of a thing", async () => {
  const tabs = new LiveTabs();
  const stream = new PassThrough();
  tabs.add({
    stream: stream as unknown as ServerResponse,
    person: null,
    session: null,
    shows: ["part:first"],
    recheck: async () => null,
  });
  const change = (id: number, ...tags: string[]) => ({
    id,
    name: "part.edited",
    about: "kit",
    tags,
    data: {},
  });
  tabs.publish([change(1, "part:kit", "part:first"), change(2, "part:kit")]);
  await expect.poll(() => String(stream.read() ?? "")).toContain("part:first");
});
