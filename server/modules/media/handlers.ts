import { type imageCalls, maxPictureBytes } from "#contract/media.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Handlers, SignedInCaller } from "#server/platform/http/handler.ts";
import type { ReceivedFile } from "#server/platform/http/received-file.ts";
import { consumeLimits, keyLimits } from "#server/platform/rate-limits/consume-limit.ts";
import { addressKeys, personKey } from "#server/platform/rate-limits/limit-keys.ts";
import { KeyedSemaphore, Semaphore } from "#server/platform/rate-limits/semaphore.ts";
import { pictureSaver } from "./open-picture-storage.ts";
import { resizePicture } from "./resize-picture.ts";

/** At most 8 MB each, on the disk. They may be slow. */
const receiving = new Semaphore(96, 0);
const processing = new Semaphore(8, 96);
const maxPerPerson = 2;
const maxPerAddress = 4;

export function imageHandlers(context: Context): Handlers<typeof imageCalls> {
  const save = pictureSaver(context);
  const byPerson = new KeyedSemaphore(maxPerPerson);
  const byAddress = new KeyedSemaphore(maxPerAddress);
  return {
    upload: async (_, caller, receiveFile) => {
      if (!(await mayUpload(context, caller))) return tooMany;
      const receive = () => receiveFile({ name: "image", most: maxPictureBytes });
      const file = await byPerson.run([personKey(caller.person)], () =>
        byAddress.run(addressKeys(caller.address), () => receiving.run(receive)),
      );
      return processing.run(() => process(file)).finally(file.close);
    },
  };

  async function process(file: ReceivedFile) {
    const sizes = await resizePicture(await file.read());
    const url = sizes instanceof Refusal ? sizes : await save(sizes);
    return url instanceof Refusal ? url : ({ success: true, data: { url } } as const);
  }
}

const tooMany = refuse(
  "too-many",
  "You have uploaded many pictures in the last hour. Please try again later.",
);

/** Addresses count also for known people, because pictures fill the disk; admins are trusted. */
function mayUpload({ db }: Context, { person, address }: SignedInCaller): Promise<boolean> {
  const ofPerson = { key: `pictures of ${person._id}`, most: 30, seconds: 3_600 };
  if (person.role === "admin") return consumeLimits(db, [ofPerson]);
  const keys = addressKeys(address);
  return consumeLimits(db, [
    ofPerson,
    ...keyLimits({ action: "pictures", most: 60 }, keys),
    ...keyLimits({ action: "a day's pictures", most: 100, seconds: 86_400 }, keys),
  ]);
}
