// Calls to other services, by whatever client they go: Node itself tells of them. Of the address only
// the host is kept; paths name payments and people.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ClientRequest, IncomingMessage } from "node:http";

export type OutsideCall = {
  method: string;
  host: string;
  setHeader(name: string, value: string): void;
};
type End = (outcome: { status?: number; error?: unknown }) => void;
export type HearOfCall = (call: OutsideCall) => End | undefined;

/** What undici, which is behind `fetch`, says of a request. */
type Fetched = {
  method: string;
  origin: string | URL;
  addHeader(name: string, value: string): void;
};

export function watchOutsideCalls(hear: HearOfCall): () => void {
  const ends = new WeakMap<object, End>();
  const statuses = new WeakMap<object, number>();
  const begin = (request: object, call: OutsideCall) => {
    const end = hear(call);
    if (end) ends.set(request, end);
  };
  const finish = (request: object, outcome: Parameters<End>[0]) => {
    ends.get(request)?.(outcome);
    ends.delete(request);
  };
  const channels: Record<string, (message: never) => void> = {
    "undici:request:create": ({ request }: { request: Fetched }) => {
      const setHeader = (name: string, value: string) => request.addHeader(name, value);
      begin(request, { method: request.method, host: new URL(request.origin).host, setHeader });
    },
    "undici:request:headers": (told: { request: object; response: { statusCode: number } }) => {
      statuses.set(told.request, told.response.statusCode);
    },
    "undici:request:trailers": ({ request }: { request: object }) => {
      finish(request, { status: statuses.get(request) ?? 0 });
    },
    "undici:request:error": finishWithError,
    "http.client.request.created": ({ request }: { request: ClientRequest }) => {
      const setHeader = (name: string, value: string) => void request.setHeader(name, value);
      begin(request, {
        method: request.method,
        host: String(request.getHeader("host")),
        setHeader,
      });
    },
    "http.client.response.finish": (told: { request: object; response: IncomingMessage }) => {
      finish(told.request, { status: told.response.statusCode ?? 0 });
    },
    "http.client.request.error": finishWithError,
  };
  function finishWithError({ request, error }: { request: object; error: unknown }) {
    finish(request, { error });
  }
  const listeners = Object.entries(channels) as [string, (message: unknown) => void][];
  for (const [channel, listener] of listeners) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener);
  };
}
