import { expect, it, vi } from "vitest";
import { openReceiver } from "#tests/webhook-receiver.ts";
import { postMessage } from "./post-message.ts";

/** Stands for a public name that leads into the network of the shop. */
vi.mock(import("#server/platform/http/public-address.ts"), async (original) => {
  const { isPublicAddress, isPublicHost } = await original();
  return { isPublicAddress, isPublicHost: (host) => host === "localhost" || isPublicHost(host) };
});

const post = (url: string, allowedHosts: string[] = []) =>
  postMessage(url, "{}", { allowedHosts, headers: {}, signal: new AbortController().signal });

it("nothing is sent to a public name that leads into the network", async () => {
  const { host, received } = await openReceiver();
  const outcome = await post(`https://${host}/`);
  expect(outcome).toMatchObject({ isDelivered: false, status: null });
  expect(outcome.answer).toContain("not on the public internet");
  expect(received).toEqual([]);
});

it("an address that is not allowed any more since it was saved is not used", async () => {
  const { url, host, received } = await openReceiver();
  expect(await post(url)).toMatchObject({ status: null, answer: "Must start with https://" });
  expect(received).toEqual([]);
  expect(await post(url, [host])).toMatchObject({ isDelivered: true, status: 200, answer: "ok" });
});

it("says that nothing listens, and that there is no certificate", async () => {
  expect(await post("https://localhost:9/", ["localhost:9"])).toMatchObject({
    status: null,
    answer: "The connection failed (ECONNREFUSED).",
  });
  const { host } = await openReceiver();
  expect(await post(`https://${host}/`, [host])).toMatchObject({
    status: null,
    answer: expect.stringContaining("no valid certificate"),
  });
});
