// Loaded before a program: writes down what each of its processes connects to and looks up.
import { Socket as Datagrams } from "node:dgram";
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";

const file = process.env.CONNECTIONS_FILE;
const note = (target: string) => file && appendFileSync(file, `${target}\n`);

const connect = Socket.prototype.connect;
Socket.prototype.connect = function connectNoted(this: Socket, ...args: unknown[]) {
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as unknown[];
  const to = (typeof first === "object" ? first : { port: first, host: second }) as {
    path?: string;
    host?: string;
    port?: number | string;
  };
  note(to.path ?? `${to.host ?? "localhost"}:${to.port}`);
  return Reflect.apply(connect, this, args);
};

const { send } = Datagrams.prototype;
Datagrams.prototype.send = function sendNoted(this: Datagrams, ...args: unknown[]) {
  note(`datagram ${args.filter((arg) => typeof arg === "string" || typeof arg === "number")}`);
  return Reflect.apply(send, this, args);
} as typeof send;

for (const each of [dns, dns.promises] as unknown as Record<string, unknown>[]) {
  for (const [name, original] of Object.entries(each)) {
    if (!/^(lookup|resolve|reverse)/.test(name) || typeof original !== "function") continue;
    each[name] = function noted(this: unknown, ...args: unknown[]) {
      note(`name ${args[0]}`);
      return Reflect.apply(original, this, args);
    };
  }
}
syncBuiltinESMExports();
