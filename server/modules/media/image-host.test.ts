import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUp } from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";

const key = "a-secret-key";
const picture = await noisePicture(1200, 900)
  .withExifMerge({ IFD0: { Copyright: "Rose Lane 7" } })
  .jpeg()
  .toBuffer();

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Received = { method: string; url: string; form: FormData };

async function host(answer: string, status = 200) {
  const received: Received[] = [];
  const address = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = { "content-type": request.headers["content-type"] ?? "" };
    const form = await new Response(Buffer.concat(chunks), { headers }).formData();
    received.push({ method: request.method ?? "", url: request.url ?? "", form });
    response.writeHead(status, { "content-type": "application/json" }).end(answer);
  });
  return { received, address: `${address}/1/upload` };
}

async function shopWith(url: string) {
  const shop = await openShop({
    env: {
      IMAGE_HOST_URL: url,
      IMAGE_HOST_KEY: key,
      IMAGE_HOST_PUBLIC_URL: "https://pictures.example",
    },
  });
  return { shop, ada: await signUp(shop) };
}

const good = JSON.stringify({
  success: true,
  status: 200,
  data: { id: "x", url: "https://pictures.example/x.webp" },
});
const refused = {
  status: 503,
  body: { error: { code: "unavailable", message: expect.stringMatching(/try again shortly/) } },
};

describe("an external image host", () => {
  it("gets the resized picture and its address is returned", async () => {
    const { address, received } = await host(good);
    const { shop, ada } = await shopWith(address);
    const answer = await uploadPicture(ada, picture, { name: "../../me.php" });
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, data: { url: "https://pictures.example/x.webp" } },
    });
    const [asked] = received;
    expect([asked?.method, asked?.url]).toEqual(["POST", `/1/upload?key=${key}`]);
    expect([...(asked?.form.keys() ?? [])]).toEqual(["image"]);
    const sent = asked?.form.get("image") as File;
    expect([sent.name, sent.type]).toEqual(["picture.webp", "image/webp"]);
    const bytes = Buffer.from(await sent.arrayBuffer());
    const { format, width, exif } = await sharp(bytes).metadata();
    expect([format, width, exif]).toEqual(["webp", 960, undefined]);
    expect(bytes.includes("Rose Lane")).toBe(false);
    expect((await shop.request("/images")).status).toBe(404);
  });

  it("is never sent other files", async () => {
    const { address, received } = await host(good);
    const { ada } = await shopWith(address);
    expect((await uploadPicture(ada, Buffer.from("<svg/>"))).status).toBe(415);
    expect(received).toEqual([]);
  });

  it.each([
    ["says no", '{"success":false,"error":{"message":"Invalid API v1 key."}}', 400],
    ["says yes with the wrong status", good, 500],
    ["says no in a good voice", '{"success":false,"data":{"url":"https://x.example/"}}', 200],
    ["gives no address", '{"success":true,"data":{}}', 200],
    ["gives an address that is none", '{"success":true,"data":{"url":"javascript:alert(1)"}}', 200],
    ["gives an address of ours", '{"success":true,"data":{"url":"/images/x"}}', 200],
    ["gives one of another host", good.replace("pictures.", "elsewhere."), 200],
    ["speaks no JSON", "<html>", 200],
    ["talks without end", good + " ".repeat(100_000), 200],
  ])("is refused if it %s", async (_, answer, status) => {
    const { address } = await host(answer, status);
    const { ada } = await shopWith(address);
    expectWarning(/^error: Could not store a picture at 127\.0\.0\.1:\d+: (?!.*secret)/);
    expect(await uploadPicture(ada, picture)).toMatchObject(refused);
  });

  it("is not followed to another address", async () => {
    const elsewhere = await host(good);
    const address = await listen((_, response) => {
      response.writeHead(307, { location: elsewhere.address }).end();
    });
    const { ada } = await shopWith(address);
    expectWarning(/Could not store a picture/);
    expect(await uploadPicture(ada, picture)).toMatchObject(refused);
    expect(elsewhere.received).toEqual([]);
  });

  it("is a refusal if it is unreachable", async () => {
    const { ada } = await shopWith("http://127.0.0.1:9/");
    expectWarning(/Could not store a picture/);
    expect(await uploadPicture(ada, picture)).toMatchObject(refused);
  });

  it("times out after fifteen seconds", async () => {
    const address = await listen(() => {});
    const { ada } = await shopWith(address);
    const timeout = AbortSignal.timeout;
    const clock = vi.spyOn(AbortSignal, "timeout").mockImplementation((wait) => timeout(wait / 50));
    onTestFinished(() => clock.mockRestore());
    expectWarning(/Could not store a picture/);
    expect(await uploadPicture(ada, picture)).toMatchObject(refused);
    // Without the timeout of the sign-up's letter.
    expect(clock.mock.calls.filter(([wait]) => wait !== 60_000)).toEqual([[15_000]]);
  });
});
