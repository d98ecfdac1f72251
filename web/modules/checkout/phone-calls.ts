import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CallInput } from "#contract/call.ts";
import { type LineVerdict, numberCalls } from "#contract/number-lookup.ts";
import { type NewPhoneOrder, phoneOrderCalls } from "#contract/phone-orders.ts";
import { call } from "#web/app/call.ts";

type Asked = CallInput<typeof phoneOrderCalls.quote>["body"];

export function phoneQuote(body: Asked) {
  return queryOptions({
    queryKey: ["phone-quote", body],
    queryFn: ({ signal }) => call(phoneOrderCalls.quote, { body }, signal),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
}

export const placePhoneOrder = (body: NewPhoneOrder) => call(phoneOrderCalls.place, { body });

export async function findLine(number: string, quantity: number): Promise<LineVerdict | undefined> {
  const [found] = await call(numberCalls.lookUp, { body: { lines: [`${number} ${quantity}`] } });
  return found;
}
