// All that people do in a shop, at once and for as long as it takes; who is not served comes again.
import { setTimeout as sleep } from "node:timers/promises";
import type { OpenShop } from "#tests/open-shop.ts";
import { openVisitor, type SignedIn } from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import { insist } from "./buyers.ts";
import { random } from "./seed.ts";

export type Done = {
  looked: number;
  signedIn: number;
  reviewed: number;
  uploaded: number;
  heard: number;
};
type Door = Pick<OpenShop, "request">;
type Enough = () => boolean;

const pages = ["/", "/login", "/api/parts", "/api/reviews", "/health/live"];

async function look(door: Door, done: Done): Promise<void> {
  const page = pages[Math.floor(random() * pages.length)] ?? "/";
  const { status } = await door.request(page);
  if (status === 200) done.looked++;
}

async function signInAgain(door: Door, { email, password }: SignedIn, done: Done): Promise<void> {
  const browser = openVisitor(door);
  const person = { ...browser } as SignedIn;
  const answer = await insist(
    { person, cut: [] },
    ...(["POST", "/api/identity/sign-in", { email, password }] as const),
  );
  if (answer.status === 200) done.signedIn++;
  await insist({ person, cut: [] }, "POST", "/api/identity/sign-out");
}

async function review(person: SignedIn, done: Done): Promise<void> {
  const written = {
    name: person.user.name,
    ratting: Math.floor(random() * 6),
    img: "",
    description: `Fits well, ${crypto.randomUUID()}`,
  };
  const { status } = await insist({ person, cut: [] }, "POST", "/api/reviews", written);
  if (status === 200) done.reviewed++;
}

async function sendPicture(person: SignedIn, done: Done): Promise<void> {
  const picture = await noisePicture(60 + Math.floor(random() * 200), 60)
    .jpeg()
    .toBuffer();
  const { status } = await uploadPicture(person, picture);
  if (status === 200) done.uploaded++;
}

/** Counts what comes until the line ends. */
async function listen(door: Door, done: Done, isEnough: Enough): Promise<void> {
  const { status, body } = await door.request("/api/live");
  if (status !== 200 || !body) return void (await body?.cancel());
  const reader = body.getReader();
  const ending = setInterval(() => isEnough() && reader.cancel().catch(() => {}), 100);
  try {
    while (!(await reader.read()).done) done.heard++;
  } finally {
    clearInterval(ending);
  }
}

/** What breaks off on the way is tried anew, as people do. */
async function again(work: () => Promise<void>, rest: number, isEnough: Enough): Promise<void> {
  while (!isEnough()) {
    await work().catch((error) => {
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
    });
    await sleep(rest * (0.5 + random()));
  }
}

export function keepBusy(
  door: Door,
  people: readonly SignedIn[],
  { done, isEnough, rest }: { done: Done; isEnough: Enough; rest: number },
): Promise<unknown> {
  const [first, second] = people as [SignedIn, SignedIn];
  return Promise.all([
    again(() => look(door, done), rest / 4, isEnough),
    again(() => look(door, done), rest / 4, isEnough),
    again(() => signInAgain(door, first, done), rest * 2, isEnough),
    again(() => review(second, done), rest, isEnough),
    again(() => sendPicture(first, done), rest * 4, isEnough),
    again(() => listen(door, done, isEnough), rest, isEnough),
    again(() => listen(door, done, isEnough), rest, isEnough),
  ]);
}
