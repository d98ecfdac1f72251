import { once } from "node:events";
import { connect as connectTo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { makeJobsDue } from "#tests/builders/job.ts";
import { countBlocked, whileLocked } from "#tests/builders/lock.ts";
import { changeSettings } from "#tests/change-settings.ts";
import { openShop } from "#tests/open-shop.ts";
import { connect } from "./platform/database/connect.ts";
import { jobTimes } from "./platform/jobs/run-jobs.ts";

it("stops in time though a job never ends", async () => {
  changeSettings(jobTimes, { drainMs: 300, abortMs: 300 });
  const { running, databaseUrl } = await openShop();
  const { db, jobs } = running.shop;
  const other = connect(databaseUrl, { most: 2 });
  onTestFinished(other.close);
  await whileLocked(other.db, "limits", async () => {
    await makeJobsDue(db, "delete-expired");
    jobs.wake();
    await expect.poll(() => countBlocked(other.db)).toBe(1);
    await running.stop();
  });
  await expect(countBlocked(db)).rejects.toThrow();
});

it("answers a request that has arrived when it stops, and was not read yet", async () => {
  const { running, url } = await openShop();
  const { host, port } = new URL(url);
  const socket = connectTo(Number(port), "127.0.0.1");
  const ask = () => {
    socket.write(`GET /health HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    return once(socket, "data");
  };
  expect(String(await ask())).toContain("HTTP/1.1 200");
  const [answer] = await Promise.all([ask(), running.stop()]);
  expect(String(answer)).toContain("HTTP/1.1 200");
});
