// Where the calls do their work: the ledger, and the way to tell what happened.
import type { EventType } from "./events.ts";
import type { Params, ParamTypes } from "./read-params.ts";
import type { Store } from "./store.ts";

export type CallContext = {
  ledger: Store;
  tell(type: EventType, about: Parameters<Store["save"]>[0]): void;
};

/** Whose key came with the request: the shop's server, or somebody's browser. */
export type Caller = "server" | "browser";

export type ApiCall<Of extends ParamTypes = ParamTypes> = {
  method: "GET" | "POST";
  path: string;
  who: readonly Caller[];
  params: Of;
  act(desk: CallContext, params: Params<Of>, at: { id: string; who: Caller }): unknown;
};

/** Lets a call know the types of its own parameters. */
export function apiCall<const Of extends ParamTypes>(definition: ApiCall<Of>): ApiCall {
  return definition as unknown as ApiCall;
}
