// A mail server that keeps what it gets: as much of SMTP as a client needs.
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

export type Delivery = { from: string; to: string[]; text: string };

export type MailServer = {
  /** For SMTP_URL; the same after `down` and `up`. */
  url: string;
  deliveries: Delivery[];
  /** Since it was started. */
  connections: number;
  /** Every line that clients sent outside of letters. */
  commands: string[];
  /** How it treats new connections. */
  mood: "willing" | "refusing" | "silent" | "holding";
  /** Until it has accepted a letter. */
  delayMs: number;
  /** Answers for the letters taken while "holding", and becomes "willing". */
  letGo(): void;
  down(): Promise<void>;
  up(): Promise<void>;
};

export async function startMailServer(): Promise<MailServer> {
  const open = new Set<Socket>();
  const held: (() => void)[] = [];
  const server = createServer((socket) => {
    open.add(socket);
    mail.connections++;
    socket.once("close", () => open.delete(socket));
    socket.on("error", () => {});
    if (mail.mood !== "silent") serve(socket, mail, held);
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const mail: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    deliveries: [],
    connections: 0,
    commands: [],
    mood: "willing",
    delayMs: 0,
    letGo: () => {
      mail.mood = "willing";
      for (const answer of held.splice(0)) answer();
    },
    down: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
    up: async () => void (await listen(port)),
  };
  onTestFinished(mail.down);
  return mail;
}

function serve(socket: Socket, mail: MailServer, held: (() => void)[]): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let delivery: Delivery = { from: "", to: [], text: "" };
  let inLetter = false;
  let unread = "";

  const verbs: Record<string, (rest: string) => void> = {
    EHLO: () => say("250 mail.example"),
    MAIL: (rest) => {
      delivery = { from: between(rest), to: [], text: "" };
      say("250 go on");
    },
    RCPT: (rest) => {
      if (mail.mood === "refusing") return say("451 not now");
      delivery.to.push(between(rest));
      say("250 go on");
    },
    DATA: () => {
      inLetter = true;
      say("354 go on");
    },
    RSET: () => say("250 forgotten"),
    QUIT: () => void socket.end("221 farewell\r\n"),
  };

  function read(line: string): void {
    if (inLetter && line === ".") {
      inLetter = false;
      if (mail.delayMs > 0) return void setTimeout(keep, mail.delayMs);
      keep();
    } else if (inLetter) delivery.text += `${line.replace(/^\./, "")}\n`;
    else {
      mail.commands.push(line);
      const verb = verbs[line.slice(0, 4).toUpperCase()];
      if (verb) verb(line.slice(4));
      else say("502 not known");
    }
  }

  function keep(): void {
    mail.deliveries.push(delivery);
    if (mail.mood === "holding") held.push(() => say("250 kept"));
    else say("250 kept");
  }

  socket.on("data", (bytes) => {
    const lines = (unread + bytes).split("\r\n");
    unread = lines.pop() ?? "";
    for (const line of lines) read(line);
  });
  say("220 mail.example");
}

function between(rest: string): string {
  return /<(.*)>/.exec(rest)?.[1] ?? "";
}
