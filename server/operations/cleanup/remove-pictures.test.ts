// Pictures that nothing names are removed after a week, those of a person with the account.
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { listImages, noisePicture, uploadPicture } from "#tests/pictures.ts";
import { startS3Server } from "#tests/s3-server.ts";
import { findNamedPictures } from "./named-pictures.ts";
import { removeUnnamedPictures } from "./remove-pictures.ts";

const dayMs = 86_400_000;

async function upload(person: SignedIn, width: number): Promise<{ url: string; name: string }> {
  const { url } = await uploadPicture(person, await noisePicture(width, 30).jpeg().toBuffer());
  return { url, name: /images\/([0-9a-f]{32})\//.exec(url)?.[1] ?? "" };
}

async function age(shop: OpenShop, days: number): Promise<void> {
  const time = new Date(Date.now() - days * dayMs);
  for (const name of await listImages(shop))
    await utimes(join(shop.shop.env.DATA_DIR, "images", name), time, time);
}

const saveProfile = ({ send, email }: SignedIn, img: string) =>
  send("POST", "/api/updateUser", { email, education: "", location: "", number: "", img });

describe("a picture", () => {
  it("that nothing names is removed after a week, and one of a profile with the account", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    const [used, former, unused] = [
      await upload(vera, 41),
      await upload(vera, 42),
      await upload(vera, 43),
    ];
    for (const { url } of [former, used]) expect((await saveProfile(vera, url)).status).toBe(200);
    await age(shop, 6);
    await removeUnnamedPictures(shop.shop);
    expect(await listImages(shop)).toHaveLength(3);
    await age(shop, 8);
    await removeUnnamedPictures(shop.shop);
    expect((await listImages(shop)).sort()).toEqual([used.name, former.name].sort());
    expect((await shop.request(used.url)).status).toBe(200);
    expect((await shop.request(unused.url)).status).toBe(404);
    const { email, password } = vera;
    expect((await vera.send("POST", "/api/own-data/delete", { email, password })).status).toBe(200);
    await removeUnnamedPictures(shop.shop);
    expect(await listImages(shop)).toEqual([]);
  });

  it("that is uploaded again has its week again", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    const picture = await noisePicture(41, 30).jpeg().toBuffer();
    const { url } = await uploadPicture(vera, picture);
    await age(shop, 8);
    expect((await uploadPicture(vera, picture)).url).toBe(url);
    await removeUnnamedPictures(shop.shop);
    expect(await listImages(shop)).toHaveLength(1);
    await age(shop, 8);
    await removeUnnamedPictures(shop.shop);
    expect(await listImages(shop)).toEqual([]);
  });

  it("in a bucket is removed in all its sizes", async () => {
    const storage = await startS3Server();
    const shop = await openShop({ env: storage.env });
    const vera = await signUp(shop);
    const [used, unused] = [await upload(vera, 41), await upload(vera, 42)];
    expect((await saveProfile(vera, used.url)).status).toBe(200);
    await removeUnnamedPictures(shop.shop);
    expect(storage.objects.size).toBe(6);
    for (const key of storage.objects.keys())
      storage.times.set(key, new Date(Date.now() - 8 * dayMs));
    await removeUnnamedPictures(shop.shop);
    const left = [...storage.objects.keys()];
    expect(left).toHaveLength(3);
    expect(left.filter((key) => key.includes(unused.name))).toEqual([]);
    expect(storage.refused).toEqual([]);
  });
});

it("is named by any column that can hold an address, also one that is added later", async () => {
  const { shop } = await openShop();
  const name = (digit: number) => String(digit).repeat(32);
  const url = (digit: number) => `https://shop.example/images/${name(digit)}/960.webp`;
  await shop.db.execute(sql`create table added_later (
    a text, b varchar(200), c text[], d jsonb, e json, f bytea, g integer)`);
  await shop.db.execute(sql`insert into added_later values (${url(1)}, ${url(2)},
    array['x', ${url(3)}::text], ${JSON.stringify({ deep: [{ img: url(4) }] })}::jsonb,
    ${JSON.stringify([url(5)])}::json, convert_to(${`img;${url(6)};x`}, 'utf8'), 7)`);
  expect([...(await findNamedPictures(shop.db))].sort()).toEqual([1, 2, 3, 4, 5, 6].map(name));
});
