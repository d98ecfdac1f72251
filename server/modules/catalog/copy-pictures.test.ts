// Pictures of parts that are given by an address elsewhere.
import type { RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { describe, expect, it, vi } from "vitest";
import type { Part, PartPage } from "#contract/catalog.ts";
import type { PartRecord } from "#contract/part-edits.ts";
import type { PictureCopy } from "#contract/picture-copies.ts";
import { aPart } from "#seed/builders.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { makeJobsDue } from "#tests/builders/job.ts";
import { makeCertificate } from "#tests/make-certificate.ts";
import { type OpenShop, openShop, share, shareShop } from "#tests/open-shop.ts";
import { type SignedIn, signUpAdmin } from "#tests/people.ts";
import { noisePicture } from "#tests/pictures.ts";
import { addPart as addPreviousPart, openPrevious } from "#tests/previous-release.ts";

/** The host of the test stands for one on the public internet. */
vi.mock(import("#server/platform/http/public-address.ts"), async (original) => {
  const { isPublicAddress, isPublicHost } = await original();
  return {
    isPublicAddress: (ip) => ip === "127.0.0.1" || ip === "::1" || isPublicAddress(ip),
    isPublicHost: (host) => host === "localhost" || isPublicHost(host),
  };
});

const sharedShop = shareShop();

type Answer = (response: ServerResponse) => void;

/** A host of pictures, with an answer for each path; it counts what was asked. */
const sharedHost = share(
  async () => {
    const { key, cert } = await makeCertificate();
    setDefaultCACertificates([...getCACertificates("default"), cert]);
    const answers = new Map<string, Answer>();
    const asked: string[] = [];
    const respond: RequestListener = ({ url = "", headers }, response) => {
      asked.push(`${url}${headers.cookie ?? ""}`);
      answers.get(url)?.(response);
    };
    const server = createServer({ key, cert }, respond);
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    const { port } = server.address() as AddressInfo;
    return { url: `https://localhost:${port}`, answers, asked, close: () => server.close() };
  },
  async ({ close }) => void close(),
);

async function openHost() {
  const { url, answers, asked } = await sharedHost();
  const at = (path: string, answer: Answer) => {
    const unique = `/${crypto.randomUUID()}${path}`;
    answers.set(unique, answer);
    return url + unique;
  };
  const picture = await noisePicture(60, 40).png().toBuffer();
  const atPicture = () => at("/disc.png", (response) => response.end(picture));
  return {
    at,
    atPicture,
    asked,
    askedFor: (address: string) => asked.filter((path) => url + path === address).length,
  };
}

const own = /^\/images\/[0-9a-f]{32}\/960\.webp$/;

async function addPart(admin: SignedIn, part: Parameters<typeof aPart>[0]): Promise<string> {
  const { body } = await admin.send("POST", "/api/parts", aPart(part));
  return (body as { insertedId: string }).insertedId;
}

async function runJob({ shop }: OpenShop): Promise<void> {
  await makeJobsDue(shop.db, "copy-pictures");
  shop.jobs.wake();
}

async function open() {
  const shop = await sharedShop();
  const admin = await signUpAdmin(shop);
  const read = async <Body>(path: string) => (await admin.get(path)).body as Body;
  return {
    shop,
    admin,
    img: async (id: string) => (await read<Part>(`/api/purchase/${id}`)).img,
    page: (id: string) => read<PartPage>(`/api/parts/${id}`),
    record: (id: string) => read<PartRecord>(`/api/parts/${id}/record`),
    copies: (id: string) => read<PictureCopy[]>(`/api/parts/${id}/picture-copies`),
  };
}

describe("a picture elsewhere", () => {
  it("is copied, and shown from the shop; what was given stays, and so does the version", async () => {
    const { shop, admin, img, page, record, copies } = await open();
    const { atPicture, at } = await openHost();
    const [first, second] = [atPicture(), atPicture()];
    const moved = at("/moved", (response) => response.writeHead(302, { location: second }).end());
    const id = await addPart(admin, { img: first, pictures: [first, moved] });
    expect(await img(id)).toBe(first);
    const { version } = await record(id);

    await runJob(shop);
    await expect.poll(() => img(id)).toMatch(own);
    await expect.poll(async () => (await page(id)).pictures[1]).toMatch(own);
    const served = await shop.request(await img(id));
    expect([served.status, served.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(await record(id)).toMatchObject({ version, pictures: [first, moved] });
    expect((await copies(id)).map(({ copy }) => copy)).toEqual([
      expect.stringMatching(own),
      expect.stringMatching(own),
    ]);
  });

  it("is copied once, and at once on the next part that is given it", async () => {
    const { shop, admin, img, record } = await open();
    const { atPicture, askedFor } = await openHost();
    const address = atPicture();
    const id = await addPart(admin, { img: address });
    await runJob(shop);
    await expect.poll(() => img(id)).toMatch(own);
    const next = await addPart(admin, { img: address });
    expect([await img(next), askedFor(address)]).toEqual([await img(id), 1]);

    const edit = await admin.send("PATCH", `/api/parts/${next}`, { pictures: ["/images/x.png"] });
    expect(edit.status).toBe(200);
    expect([await img(next), (await record(next)).pictures]).toEqual([
      "/images/x.png",
      ["/images/x.png"],
    ]);
    const audit = (await admin.get(`/api/audit?about=${next}`)).body as { _id: string }[];
    expect((await admin.send("POST", `/api/undo/${audit[0]?._id}`)).status).toBe(200);
    expect([await img(next), (await record(next)).pictures]).toEqual([await img(id), [address]]);
  });

  it.each<[string, string, Answer]>([
    ["There is no picture at this address.", "404", (response) => response.writeHead(404).end()],
    ["is no JPEG, PNG, WebP or AVIF", "a page", (response) => response.end("<script>")],
    [
      "is larger than 8 MB",
      "9 MB of unknown length",
      (response) => response.end(Buffer.alloc(9 * 1024 * 1024)),
    ],
    [
      "not on the public internet",
      "a redirect to a machine of the network",
      (response) => response.writeHead(302, { location: "https://10.0.0.1/" }).end(),
    ],
    [
      "not https",
      "a redirect to a file",
      (response) => response.writeHead(302, { location: "file:///etc/passwd" }).end(),
    ],
    [
      "too many times",
      "a redirect to itself",
      (response) => response.writeHead(302, { location: "" }).end(),
    ],
  ])("is not copied, and not tried again: “%s” (%s)", async (says, _, answer) => {
    const { shop, admin, img, copies } = await open();
    const address = (await openHost()).at("/x.png", answer);
    const id = await addPart(admin, { img: address });
    await runJob(shop);
    await expect
      .poll(() => copies(id))
      .toEqual([
        { address, copy: null, problem: expect.stringContaining(says), nextAttempt: null },
      ]);
    expect(await img(id)).toBe(address);
  });

  it.each([
    "https://127.0.0.2/x.png",
    "https://[::ffff:10.0.0.1]/x.png",
    "https://0x7f.2/x.png",
    "http://169.254.169.254/latest/meta-data",
  ])("is not fetched from %s", async (address) => {
    const { shop, admin, copies } = await open();
    const id = await addPart(admin, { img: address });
    await runJob(shop);
    await expect
      .poll(async () => (await copies(id))[0]?.problem)
      .toContain("not on the public internet");
  });

  it("is tried again by itself when the host has a problem, and when an admin says so", async () => {
    const { shop, admin, img, copies } = await open();
    const { at } = await openHost();
    const picture = await noisePicture(30, 30).jpeg().toBuffer();
    let isWell = false;
    const address = at("/x.jpg", (response) =>
      isWell ? response.end(picture) : response.writeHead(503).end(),
    );
    const id = await addPart(admin, { img: address });
    await runJob(shop);
    await expect.poll(async () => (await copies(id))[0]?.problem).toContain("status 503");
    expect((await copies(id))[0]?.nextAttempt).not.toBeNull();
    isWell = true;
    const { body } = await admin.send("POST", `/api/parts/${id}/picture-copies`);
    expect(body).toEqual({ retried: 1 });
    await runJob(shop);
    await expect.poll(() => img(id)).toMatch(own);
  });

  it("of an upload here, by its whole address, is that upload", async () => {
    const { shop, admin, img } = await open();
    const path = `/images/${"a".repeat(32)}/960.webp`;
    const id = await addPart(admin, { img: shop.url + path });
    await runJob(shop);
    await expect.poll(() => img(id)).toBe(path);
  });
});

it("pictures of parts that were there before are taken up", async () => {
  const previous = await openPrevious();
  const { id } = await addPreviousPart(previous.db, 3);
  await migrate(previous.url);
  const shop = await openShop({ databaseUrl: previous.url });
  const admin = await signUpAdmin(shop);
  const { body } = await admin.get(`/api/parts/${id}/picture-copies`);
  expect(body).toMatchObject([{ address: "https://pictures.example/1.webp", copy: null }]);
});
