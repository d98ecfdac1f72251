// Where the calls do their work: the ledger, and the way to tell what happened.
import type { EventType } from "./events.ts";
import type { Ledger } from "./ledger.ts";
import type { Params, Spec } from "./params.ts";

export type Desk = {
  ledger: Ledger;
  tell(type: EventType, about: Parameters<Ledger["save"]>[0]): void;
};

/** Whose key came with the request: the shop's server, or somebody's browser. */
export type Who = "server" | "browser";

export type Call<Of extends Spec = Spec> = {
  method: "GET" | "POST";
  path: string;
  who: readonly Who[];
  params: Of;
  act(desk: Desk, params: Params<Of>, at: { id: string; who: Who }): unknown;
};

/** Lets a call know the types of its own parameters. */
export function call<const Of extends Spec>(definition: Call<Of>): Call {
  return definition as unknown as Call;
}
