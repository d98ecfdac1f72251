import { type imageCalls, maxPictureBytes } from "#contract/media.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Handlers, SignedInCaller } from "#server/platform/http/handler.ts";
import type { ReceivedFile } from "#server/platform/http/received-file.ts";
import { addressPrefix, addressPrefixes } from "#server/platform/rate-limits/address-prefix.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { KeyedSemaphore, Semaphore } from "#server/platform/rate-limits/semaphore.ts";
import { pictureSaver } from "./open-picture-storage.ts";
import { resizePicture } from "./resize-picture.ts";

const hour = 3_600;
/** At most 8 MB each, on the disk. They may be slow. */
const receiving = new Semaphore(96, 0);
const processing = new Semaphore(8, 96);
const maxPerPerson = 2;
const maxPerNetwork = 8;

export function imageHandlers(context: Context): Handlers<typeof imageCalls> {
  const save = pictureSaver(context);
  const byPerson = new KeyedSemaphore(maxPerPerson);
  const byNetwork = new KeyedSemaphore(maxPerNetwork);
  return {
    upload: async (_, caller, receiveFile) => {
      if (!(await consumeLimits(context, caller))) return tooMany;
      const network = addressPrefixes(caller.address).at(-1) ?? "";
      const receive = () => receiveFile({ name: "image", most: maxPictureBytes });
      const file = await byPerson.run(caller.person._id, () =>
        byNetwork.run(network, () => receiving.run(receive)),
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

async function consumeLimits(
  { db }: Context,
  { person, address }: SignedInCaller,
): Promise<boolean> {
  const byPerson = { key: `pictures of ${person._id}`, most: 30, seconds: hour };
  const byAddress = { key: `pictures from ${addressPrefix(address)}`, most: 120, seconds: hour };
  return (await consumeLimit(db, byPerson)) && (await consumeLimit(db, byAddress));
}
