import type { OwnData } from "#contract/own-data.ts";
import type { OwnDataRequest, ReadOwnData } from "#server/module.ts";
import { readUploads } from "#server/modules/media/read-uploads.ts";
import { listChangesAbout } from "#server/platform/audit/list-changes-about.ts";

export async function readOwnData(
  ofModules: readonly ReadOwnData[],
  request: OwnDataRequest,
): Promise<OwnData> {
  const { context, person } = request;
  const parts: Partial<OwnData> = {};
  for (const read of ofModules) Object.assign(parts, await read(request));
  // Without a part of any module, the reply is not as the contract says, and is not sent.
  const own = parts as OwnData;
  const images = [...own.profiles, ...own.reviews].map(({ img }) => img);
  const pictures = own.reviews.map(({ picture }) => picture);
  return {
    ...own,
    exportedAt: new Date().toISOString(),
    changes: await listChangesAbout(context.db, person._id),
    pictures: await readUploads(context.env, [...images, ...pictures]),
  };
}
