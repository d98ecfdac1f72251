// Row 19: scripts as text in every field and address run on no page and in no letter.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { toDollars } from "#contract/rules/money.ts";
import { openPage } from "#tests/open-page.ts";
import { setCookies } from "#tests/page-actions.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { sample } from "#tests/random.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";
import { clearLimits } from "./database.ts";
import { lettersOf } from "./letters.ts";
import { list } from "./list.ts";
import { adminOf } from "./orders.ts";
import { full, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";

/** Each by itself, written in as many ways as there are to begin. */
const vectors = list`
    <script>xss(1)</script>  <ScRiPt >xss(1)</sCrIpT >  <script/x>xss(1)</script>
    <img src=x onerror=xss(1)>  <img/src=x/onerror=xss(1)>  <IMG SRC=x ONERROR='xss(1)'>
    <img src=\`x\`onerror=xss(1)>  <image src=x onerror=xss(1)>  <img src=x onerror=&#120;ss(1)>
    <svg onload=xss(1)>  <svg/onload=xss(1)>  <svg><script>xss(1)</script></svg>
    <svg><animate onbegin=xss(1) attributeName=x>  <svg><use href=data:image/svg+xml,x>
    <body onload=xss(1)>  <input autofocus onfocus=xss(1)>  <details open ontoggle=xss(1)>
    <video><source onerror=xss(1)></video>  <audio src=x onerror=xss(1)>
    <iframe src=javascript:parent.xss(1)>  <iframe srcdoc='<script>parent.xss(1)</script>'>
    <object data=javascript:xss(1)>  <embed src=javascript:xss(1)>  <marquee onstart=xss(1)>
    <a href=javascript:xss(1)>x</a>  <form action=javascript:xss(1)><button>x</button></form>
    <base href=//evil.example/>  <link rel=stylesheet href=//evil.example/x.css>
    <meta http-equiv=refresh content='0;javascript:xss(1)'>
    <style>@import'//evil.example'</style>  <math><mtext><img src=x onerror=xss(1)></mtext></math>
    <noscript><img src=x onerror=xss(1)>  <template><img src=x onerror=xss(1)></template>
    <xmp><img src=x onerror=xss(1)></xmp>  " onmouseover=xss(1) x="
    ' onfocus=xss(1) autofocus x='  javascript:xss(1)//  ";xss(1);//  ';xss(1);//  \`;xss(1);//
    \\";xss(1);//  #{xss(1)}  {{constructor.constructor('xss(1)')()}}`;

const exits = ["", '">', "</script>", "</title></textarea></style>", "--></noscript>"];

const scriptTexts: readonly string[] = exits
  .flatMap((exit) => vectors.map((vector) => exit + vector))
  .map((text, number) => `${text.replace("xss(1)", `xss(${number})`)} ${wordOf(number)}`);

function wordOf(number: number): string {
  return `text${number}text`;
}

function asPicture(text: string): string {
  return `/images/${text}`;
}

/** Addresses that are scripts: nowhere in the shop may one become a link. */
const scriptAddresses = list`
    javascript:xss(1)  JaVaScRiPt:xss(1)  \x20javascript:xss(1)  java\tscript:xss(1)
    \x01javascript:xss(1)  java\nscript:xss(1)  javascript&colon;xss(1)  vbscript:xss(1)
    data:text/html,<script>xss(1)</script>  data:image/svg+xml,<svg onload=xss(1)>
    //evil.example/x.png  \\\\evil.example\\x.png  /\\evil.example/x.png  blob:x  file:///x
    feed:javascript:xss(1)  view-source:javascript:xss(1)  filesystem:http://x/  x:y`;

const textsAtOnce = 20;

type Policy = "off" | "on";
type Customer = { person: SignedIn; orderId: string; partId: string; at: number };
type World = { shop: Shop; admin: SignedIn; customers: Customer[] };

async function save(
  { send }: SignedIn,
  path: string,
  body: object,
): Promise<Record<string, string>> {
  const answer = await send("POST", path, body);
  expect([path, body, answer.status, answer.body]).toEqual([path, body, 200, expect.anything()]);
  return answer.body as Record<string, string>;
}

async function fillShop(texts: readonly string[]): Promise<World> {
  const env = { SHOP_NAME: "Wright & <b>Sons</b>" };
  const shop = await startShop({ env, expectedComplaints: /CSP violation reported/ });
  const admin = await adminOf(shop);
  const customers: Customer[] = [];
  for (const at of texts.keys()) {
    await clearLimits(shop.database);
    const text = (field: number) => texts[(at + field) % texts.length] ?? "";
    const short = (field: number) => (text(field).length > 100 ? "" : text(field));
    const { insertedId: partId = "" } = await save(admin, "/api/parts", {
      name: text(0),
      description: text(1),
      img: asPicture(text(2)),
      price: toDollars(455),
      minimumQuantity: 1,
      availablQuantity: 100,
    });
    const headers = { "user-agent": text(4).replaceAll(/[^ -~]/g, " ") };
    const person = await signUp(shop, { name: text(3), headers });
    await save(person, "/api/updateUser", {
      email: person.email,
      education: text(5),
      location: text(6),
      number: short(7),
      img: asPicture(text(8)),
    });
    const review = { name: text(9), description: text(10), ratting: at % 6, img: "" };
    await save(person, "/api/reviews", review);
    const { _id: orderId = "" } = await save(person, "/api/orders", {
      name: text(11),
      email: person.email,
      phone: short(12),
      address: text(13),
      productName: text(0),
      part: partId,
      quantity: 2,
      totalPrice: toDollars(910),
    });
    customers.push({ person, orderId, partId, at });
  }
  return { shop, admin, customers };
}

type Visit = { path: string; shows?: string | undefined };

const wordIn = (text: string | undefined) => /text\d+text/.exec(text ?? "")?.[0];

function publicVisits(texts: readonly string[]): Visit[] {
  const newest = wordIn(texts.at(-1));
  const withText = texts.slice(0, full ? undefined : 1).flatMap((each): Visit[] => {
    const text = encodeURIComponent(each);
    return [
      { path: `/login?from=${text}&refused=${text}&x=${text}#${text}` },
      { path: `/register?from=/${text}` },
      { path: `/reset#token=${text}&email=${text}` },
      { path: `/nowhere/${text}?${text}` },
      { path: `/api/nothing/${text}?${text}` },
      { path: `/api/parts?limit=${text}` },
    ];
  });
  const lists = [{ path: "/api/parts" }, { path: "/api/reviews" }];
  return [{ path: "/", shows: newest }, { path: "/product", shows: newest }, ...lists, ...withText];
}

function adminVisits({ customers }: World, texts: readonly string[]): Visit[] {
  const q = encodeURIComponent(wordIn(texts[3]) ?? "");
  const dashboard = "/dashboard";
  const orders = customers.slice(0, full ? undefined : 1);
  return [
    { path: `${dashboard}/manageAllOrders`, shows: wordIn(texts.at(-1)) },
    { path: `${dashboard}/manageAllOrders?q=${q}&state=${q}&sort=${q}`, shows: wordIn(texts[3]) },
    ...orders.map(({ orderId: id }) => ({
      path: `${dashboard}/manageAllOrders?order=${id}&q=${id}`,
    })),
    { path: `${dashboard}/manageProducts`, shows: wordIn(texts[0]) },
    { path: `${dashboard}/makeAdmin`, shows: "vera.lind" },
    { path: `${dashboard}/manageReviews`, shows: wordIn(texts[0]) },
    { path: `${dashboard}/ledger` },
    { path: `${dashboard}/auditLog`, shows: wordIn(texts[0]) },
  ];
}

function customerVisits({ partId, orderId, at }: Customer, texts: readonly string[]): Visit[] {
  const word = (field: number) => wordIn(texts[(at + field) % texts.length]);
  return [
    { path: "/dashboard", shows: word(5) },
    { path: "/dashboard/updateProfile", shows: word(6) },
    { path: "/dashboard/myOrder", shows: word(0) },
    { path: `/dashboard/payment/${orderId}`, shows: word(0) },
    { path: `/purchase/${partId}`, shows: word(1) },
    { path: "/dashboard/security", shows: "This browser" },
    { path: "/dashboard/addReview" },
  ];
}

async function openWatched({ url }: Shop, policy: Policy, person?: SignedIn, troubles = "") {
  const expected = "Failed to load resource|/images/|Content Security Policy|evil\\.example";
  const page = await openPage("about:blank", {
    bypassCSP: policy === "off",
    ownPage: true,
    expectedTroubles: new RegExp(troubles ? `${expected}|${troubles}` : expected),
  });
  const watched = { ran: [] as unknown[], refused: [] as string[] };
  const context = page.context();
  await context.exposeBinding("xss", (_source, number) => void watched.ran.push(number));
  await context.exposeBinding("recordRefusal", (_source, what) => void watched.refused.push(what));
  await context.addInitScript(() => {
    const { recordRefusal } = window as unknown as { recordRefusal: (what: string) => void };
    document.addEventListener("securitypolicyviolation", (event) => {
      recordRefusal(`${event.violatedDirective} ${event.blockedURI} at ${document.URL}`);
    });
  });
  page.on("dialog", (dialog) => {
    watched.ran.push(dialog.message());
    void dialog.dismiss();
  });
  if (person) await setCookies(page, url, person);
  return { page, ...watched };
}

const scriptElements = (page: Page) =>
  page.evaluate(() => {
    const isScript = ({ name, value }: Attr) =>
      /^on/i.test(name) ||
      name === "srcdoc" ||
      // A browser skips other characters in an address; text that it only shows it never follows.
      (!/^(value|aria-label|alt|title)$/.test(name) &&
        /^javascript:/i.test(value.replace(/[^!-~]/g, "")));
    return [...document.querySelectorAll("*")]
      .filter((element) => [...element.attributes].some(isScript))
      .map((element) => element.outerHTML.slice(0, 200));
  });

function isShown(words: string): boolean {
  const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")];
  const shown = document.body.innerText + fields.map(({ value }) => value).join(" ");
  return shown.includes(words);
}

type Seen = { visits: number; ran: unknown[]; refused: string[]; elements: string[] };

async function visitAll(
  shop: Shop,
  policy: Policy,
  visits: Visit[],
  person?: SignedIn,
): Promise<Seen> {
  const { page, ran, refused } = await openWatched(shop, policy, person);
  const elements: string[] = [];
  // The quick size has the policy on only where most of what people wrote stands together.
  const chosen = policy === "on" && !full ? visits.slice(0, 1) : visits;
  for (const { path, shows } of chosen) {
    await page.goto(shop.url + path);
    if (shows) await page.waitForFunction(isShown, shows);
    else if (!path.startsWith("/api/")) await waitForHydration(page);
    elements.push(...(await scriptElements(page)).map((element) => `${path}: ${element}`));
  }
  await page.context().close();
  return { visits: chosen.length, ran, refused, elements };
}

async function visitEverything(world: World, texts: string[], policy: Policy): Promise<Seen[]> {
  const { shop, admin, customers } = world;
  const visit = (customer: Customer) =>
    visitAll(shop, policy, customerVisits(customer, texts), customer.person);
  const seen = await Promise.all([
    visitAll(shop, policy, publicVisits(texts)),
    visitAll(shop, policy, adminVisits(world, texts), admin),
    ...customers.slice(0, 1).map(visit),
  ]);
  for (const customer of full ? customers.slice(1) : []) seen.push(await visit(customer));
  return seen;
}

async function orderLetters({ shop, customers }: World): Promise<string[]> {
  const { database } = shop;
  await database.query("update users set email_verified_at = now()");
  await clearLimits(database);
  // The letter about refunds is only written where there are some.
  await database.query(`with payment as (
      insert into payments (id, order_id, amount_cents, captured_cents, refunding_cents, state, next_check_at)
        select uuidv7(), id, 1, 1, 1, 'dead', now() from orders returning id, order_id)
    insert into refunds (id, refunded_payment_id, order_id, amount_cents, reason, status, done_at)
      select uuidv7(), id, order_id, 1, 'goodwill', 'succeeded', now() from payment`);
  await database.query(`insert into jobs (id, kind, payload)
    select uuidv7(), 'letter', json_build_object('kind', kind, 'email', email, 'about', id)::jsonb from orders,
      unnest(array['order-placed', 'order-paid', 'order-cancelled', 'order-refunded']) kind`);
  await expect.poll(() => database.query("select from jobs where kind = 'letter'")).toEqual([]);
  const html = (await lettersOf(shop)).flatMap((letter) => {
    const [, part = ""] = /Content-Type: text\/html[\s\S]*?\n\n([\s\S]*?)\n--/i.exec(letter) ?? [];
    const bytes = part.replace(/=([0-9A-F]{2})/g, (_, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return part ? [Buffer.from(bytes, "latin1").toString()] : [];
  });
  expect(html.length).toBeGreaterThanOrEqual(4 * customers.length);
  return html;
}

describe("row 19: text that would be a script", () => {
  it("is text on every page, in every letter, and the policy stops nothing", async () => {
    const seen: Record<Policy, Seen[]> = { off: [], on: [] };
    let letters = 0;
    for (let at = 0; at < (full ? scriptTexts.length : 1); at += textsAtOnce) {
      const texts = full ? scriptTexts.slice(at, at + textsAtOnce) : sample(scriptTexts, 4);
      const world = await fillShop(texts);
      for (const policy of ["off", "on"] as const) {
        seen[policy].push(...(await visitEverything(world, texts, policy)));
      }
      const { page, ran, refused } = await openWatched(world.shop, "off");
      for (const html of await orderLetters(world)) {
        await page.setContent(html);
        seen.off.push({ visits: 0, ran, refused, elements: await scriptElements(page) });
        letters++;
      }
    }
    const all = [...seen.off, ...seen.on];
    const sum = (list: Seen[]) => list.reduce((total, { visits }) => total + visits, 0);
    const ran = all.flatMap((one) => one.ran);
    const refused = seen.on.flatMap((one) => one.refused);
    const elements = all.flatMap((one) => one.elements);
    report({
      check: "scripts as text in every field and address, in Chromium",
      target: "200 payloads: 0 executed with the policy off, 0 reports with it on",
      figure: `${full ? scriptTexts.length : 4} texts in 14 fields and 8 parts of addresses; ${sum(seen.off)} pages with the policy off, ${sum(seen.on)} with it on, ${letters} letters`,
      faults: [...ran, ...refused, ...elements],
    });
  });

  it("is no address that could become a link or a picture", async () => {
    const { admin } = await fillShop(scriptTexts.slice(0, 1));
    const profile = { email: admin.email, education: "", location: "", number: "" };
    const quantities = { minimumQuantity: 1, availablQuantity: 9 };
    for (const img of scriptAddresses) {
      for (const [path, body] of [
        ["/api/updateUser", { ...profile, img }],
        ["/api/parts", { name: "x", description: "", price: 1, ...quantities, img }],
        ["/api/reviews", { name: "x", ratting: 1, description: "x", img }],
      ] as const) {
        const answer = await admin.send("POST", path, body);
        const expected = { status: 400, body: { error: { fields: {} } } };
        expect(answer, `${path} ${img}`).toMatchObject(expected);
      }
    }
  });

  it("negative control: a page that inserts a field as HTML, and a server that does", async () => {
    const { shop } = await fillShop(
      scriptTexts.filter((text) => /^<img|^<svg/.test(text)).slice(0, 4),
    );
    const insertAsHtml = async () => {
      const parts = (await (await fetch("/api/parts")).json()) as { name: string }[];
      document.body.innerHTML = parts.map(({ name }) => name).join("<hr>");
      // A picture that cannot be loaded says so a little later.
      const images = [...document.images].filter(({ complete }) => !complete);
      await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
    };
    const off = await openWatched(shop, "off", undefined, "Minified React error #418");
    const on = await openWatched(shop, "on");
    for (const { page } of [off, on]) {
      await page.goto(`${shop.url}/about`);
      await waitForHydration(page);
      await page.evaluate(insertAsHtml);
    }
    await expect.poll(() => off.ran).not.toEqual([]);
    expect(await scriptElements(off.page)).not.toEqual([]);
    await expect.poll(() => on.refused).not.toEqual([]);
    expect(on.ran).toEqual([]);

    const before = off.ran.length;
    const html = await (await shop.request("/product")).text();
    const characters: Record<string, string> = {
      lt: "<",
      gt: ">",
      quot: '"',
      "#x27": "'",
      amp: "&",
    };
    const body = html.replace(/&(#?\w+);/g, (_, name) => characters[name] ?? _);
    await off.page.route("**/careless", (route) =>
      route.fulfill({ contentType: "text/html", body }),
    );
    await off.page.goto(`${shop.url}/careless`);
    await expect.poll(() => off.ran.length).toBeGreaterThan(before);
  });
});
