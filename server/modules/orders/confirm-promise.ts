import { promiseDelivery } from "#contract/rules/delivery-date.ts";
import type { Settings } from "#contract/settings.ts";
import type { OrderDelivery, orders } from "./tables.ts";

type Promised = Pick<typeof orders.$inferSelect, "delivery" | "shipTo">;

/** Of an order that may be sent from `now` on: the days it was placed with if it is paid in time for them, else those from now. */
export function confirmPromise(
  { delivery, shipTo }: Promised,
  now: Date,
  { delivery: { methods, holidays }, company: { timeZone } }: Settings,
): OrderDelivery {
  const { from, until, orderBefore, ...kept } = delivery;
  const isInTime = orderBefore !== undefined && now.getTime() < orderBefore;
  if (isInTime || kept.method === undefined) return delivery;
  const method = methods.find(({ id }) => id === kept.method);
  const promise =
    method &&
    promiseDelivery({
      method,
      holidays,
      timeZone,
      now: now.getTime(),
      country: method.zone === null ? undefined : shipTo?.country,
    });
  const isMoved = promise?.from !== from || promise?.until !== until;
  return {
    ...kept,
    ...promise,
    ...(isMoved && from && until && { whenOrdered: { from, until } }),
  };
}
