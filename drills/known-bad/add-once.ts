import { addOnce as add } from "#server/parts/add-once.ts";

export const addOnce: typeof add = async (db, admin, part) => {
  await fetch(part.img).catch(() => undefined);
  return add(db, admin, part);
};
