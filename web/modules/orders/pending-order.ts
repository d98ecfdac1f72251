// What is known of the last order of a part, kept for all tabs of this browser until the shop has
// said how it went. As long as it has not, everything is sent under the same key: of all that
// goes by one key, the shop takes one.
import type { NewOrder } from "#contract/orders.ts";
import { deleteDraft, readDraft, saveDraft } from "#web/app/drafts.ts";

export type OrderInput = Omit<NewOrder, "key"> & { part: string };

export type PendingOrder = {
  key: string;
  /** When something was last sent by it, up to when it was placed. */
  at: number;
  /** It is known to be an order now. */
  placed: boolean;
  /** What was sent by this key, and may have arrived. */
  sent: OrderInput[];
};

/** Where a browser keeps nothing, the page itself remembers as long as it is open. */
const remembered = new Map<string, PendingOrder>();

export function readPendingOrder(personId: string, part: string): PendingOrder | undefined {
  const { attempt } = readDraft(nameOf(part), personId, "all tabs");
  return attempt ? JSON.parse(attempt) : remembered.get(personId + part);
}

export function savePendingOrder(personId: string, part: string, attempt: PendingOrder): void {
  remembered.set(personId + part, attempt);
  saveDraft(nameOf(part), personId, { attempt: JSON.stringify(attempt) }, "all tabs");
}

export function deletePendingOrder(personId: string, part: string): void {
  remembered.delete(personId + part);
  deleteDraft(nameOf(part), "all tabs");
}

const nameOf = (part: string) => `attempt:${part}`;

export function isSameInput(one: OrderInput, other: OrderInput): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof OrderInput)[];
  return names.every((name) => one[name] === other[name]);
}
