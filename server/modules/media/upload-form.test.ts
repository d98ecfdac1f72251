import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { describe, expect, it } from "vitest";
import { shareShop } from "#tests/open-shop.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { emptyImages, listImages, noisePicture, readUpload } from "#tests/pictures.ts";
import { sendLargeBody } from "#tests/send-large-body.ts";

const picture = await noisePicture(40, 30).jpeg().toBuffer();
const boundary = "----a-boundary";
const formType = `multipart/form-data; boundary=${boundary}`;

function part(disposition: string, body: Buffer | string = picture): Buffer {
  const head = `--${boundary}\r\nContent-Disposition: ${disposition}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(body), Buffer.from("\r\n")]);
}
const image = part('form-data; name="image"; filename="a.jpg"');
const end = Buffer.from(`--${boundary}--\r\n`);

async function send(
  { request }: SignedIn,
  body: Buffer | string | ReadableStream,
  type = formType,
) {
  return readUpload(
    await request("/api/images", {
      method: "POST",
      headers: { "content-type": type },
      body:
        typeof body === "string" || body instanceof ReadableStream ? body : new Uint8Array(body),
      ...(body instanceof ReadableStream && { duplex: "half" }),
    }),
  );
}

const share = shareShop();
/** Without the pictures of the test before. */
async function open() {
  const shop = await share();
  await emptyImages(shop);
  return shop;
}

describe("the upload form", () => {
  it("has one file named image", async () => {
    const shop = await open();
    expect((await send(await signUp(shop), Buffer.concat([image, end]))).status).toBe(200);
  });

  it.each<[string, Buffer[]]>([
    ["nothing", []],
    ["an end", [end]],
    ["no end", [image.subarray(0, 300)]],
    ["two pictures", [image, image, end]],
    ["a field beside it", [image, part('form-data; name="title"', "x"), end]],
    ["a field before it", [part('form-data; name="title"', "x"), image, end]],
    ["another name", [part('form-data; name="photo"; filename="a.jpg"'), end]],
    ["no name", [part('form-data; filename="a.jpg"'), end]],
    ["the name of a prototype", [part('form-data; name="__proto__"; filename="a.jpg"'), end]],
    ["a text instead of a file", [part('form-data; name="image"', "data:image/jpeg;base64,"), end]],
    ["no file", [part('form-data; name="image"; filename=""', ""), end]],
    [
      "headers without end",
      [part(`form-data; x="${"y".repeat(9_000)}"; name="image"; filename="a.jpg"`), end],
    ],
    ["noise", [Buffer.from("\0\r\n\0".repeat(999))]],
  ])("with %s is rejected, and nothing is stored", async (_, parts) => {
    const shop = await open();
    const ada = await signUp(shop);
    const { status, body } = await send(ada, Buffer.concat(parts));
    expect([status, body]).toMatchObject([
      400,
      { error: { code: expect.stringMatching(/^(malformed|invalid)$/) } },
    ]);
    expect(await listImages(shop)).toEqual([]);
  });

  it.each([
    ["without a boundary", "multipart/form-data", 400],
    ["that is another form", "application/x-www-form-urlencoded", 415],
    ["that is the picture alone", "image/jpeg", 415],
    ["that is JSON", "application/json", 415],
  ])("%s is rejected", async (_, type, status) => {
    const shop = await open();
    const answer = await send(await signUp(shop), Buffer.concat([image, end]), type);
    expect(answer).toMatchObject({
      status,
      body: {
        error: { message: expect.stringMatching(/send a form with one file named "image"/) },
      },
    });
  });

  it("of unknown length is rejected at 8 MB", async () => {
    const shop = await open();
    const ada = await signUp(shop);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = sent === 0 ? image.subarray(0, 200) : Buffer.alloc(64 * 1024);
        sent += chunk.length;
        controller.enqueue(new Uint8Array(chunk));
        if (sent > 20 * 1024 * 1024) controller.close();
      },
    });
    expect(await send(ada, endless)).toMatchObject({
      status: 413,
      body: { error: { code: "too-large", message: expect.stringMatching(/8 MB is the limit/) } },
    });
    expect(await listImages(shop)).toEqual([]);
  });

  it("is read to its end when it is rejected, so that clients can read the response", async () => {
    const shop = await open();
    const ada = await signUp(shop);
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = request(`${shop.url}/api/images`, {
      method: "POST",
      headers: { "content-type": formType, origin: shop.url, cookie },
    });
    const said = once(sent, "finish");
    const answered = once(sent, "response");
    // More than the buffers hold, and without a length.
    const elsewhere = part('form-data; name="photo"; filename="a.jpg"', Buffer.alloc(30_000_000));
    sent.write(elsewhere.subarray(0, 200));
    sent.end(Buffer.concat([elsewhere.subarray(200), end]));
    const [response] = (await answered) as [IncomingMessage];
    expect(response.statusCode).toBe(400);
    response.resume();
    await said;
    expect((await ada.get("/api/identity/session")).status).toBe(200);
    sent.destroy();
  });

  it("is cut off if it never ends", async () => {
    const shop = await open();
    const ada = await signUp(shop);
    const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { "content-type": formType, origin: shop.url, cookie };
    const call = { method: "POST", path: "/api/images", headers, announced: false };
    // Before the first part.
    const { status, sent } = await sendLargeBody(shop.url, { ...call, bytes: 500 * 1024 * 1024 });
    expect([status, sent < 100 * 1024 * 1024]).toEqual([0, true]);
    expect((await ada.get("/api/identity/session")).status).toBe(200);
  });

  it("is accepted by this call only", async () => {
    const shop = await open();
    const ada = await signUp(shop);
    for (const [method, path] of [
      ["POST", "/api/updateUser"],
      ["POST", "/api/identity/sign-in"],
      ["PUT", `/api/user/${ada.email}`],
    ] as const) {
      const response = await ada.request(path, {
        method,
        headers: { "content-type": formType },
        body: new Uint8Array(Buffer.concat([image, end])),
      });
      expect([path, response.status]).toEqual([path, 415]);
    }
  });
});
