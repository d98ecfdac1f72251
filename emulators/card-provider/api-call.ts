import type { EventType } from "./events.ts";
import type { Params, ParamTypes } from "./read-params.ts";
import type { Store } from "./store.ts";

export type CallContext = {
  store: Store;
  publish(type: EventType, about: Parameters<Store["save"]>[0]): void;
};

/** By whose key: the shop's server or a browser. */
export type Caller = "server" | "browser";

export type ApiCall<Of extends ParamTypes = ParamTypes> = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  who: readonly Caller[];
  params: Of;
  act(context: CallContext, params: Params<Of>, at: { id: string; who: Caller }): unknown;
};

export function apiCall<const Of extends ParamTypes>(definition: ApiCall<Of>): ApiCall {
  return definition as unknown as ApiCall;
}
