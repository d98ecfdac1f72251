// The control page for people: payments, active faults, and buttons for common faults.
import type { Control, ControlSettings } from "./control.ts";
import { readDemoCars } from "./demo-cars.ts";
import { formatAmount } from "./money.ts";

const wishes: [says: string, settings: ControlSettings][] = [
  ["All is well", { clear: true }],
  ["Slow: 3 seconds", { slowMs: 3_000 }],
  ["Next 3 answers are lost (500 after acting)", { failAfterActing: 3 }],
  ["Next request hangs", { hang: 1 }],
  ["Down (503)", { down: true }],
  ["Hold webhooks", { webhooks: "hold" }],
];

export const controlPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export function controlPage(control: Control): string {
  const { faults, ...webhooks } = control.state();
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Card provider emulator</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/browser/pages.css">
  <script type="module" src="/browser/control.ts"></script>
</head>
<body>
  <main class="wide">
    <h1>Card provider emulator</h1>
    <p>Test cards only; no money moves. It keeps its own record of what the shop asked of it.</p>
    <h2>What goes wrong at present</h2>
    <p>${faults.length === 0 ? "Nothing." : faults.map((fault) => `<code>${plain(JSON.stringify(fault))}</code>`).join(" ")}
      Webhooks: <code>${plain(JSON.stringify(webhooks))}</code></p>
    <p class="buttons">
      ${wishes.map(([says, settings]) => button(says, "/control", settings)).join("")}
      ${button("Release held webhooks", "/control/release", {})}
      ${button("Finish pending refunds", "/control/finish-refunds", {})}
      ${button("Fail pending refunds", "/control/finish-refunds", { fail: true })}
    </p>
    ${table(
      "Payments",
      ["Intent", "Made", "Amount", "Status", "Notes"],
      control
        .intents(50)
        .map((intent) => [
          intent.id,
          time(intent.created),
          formatAmount(intent.amount),
          intent.status,
          JSON.stringify(intent.metadata),
        ]),
    )}
    ${table(
      "Refunds",
      ["Refund", "Made", "Amount", "Status", "Payment"],
      control
        .refunds(50)
        .map((refund) => [
          refund.id,
          time(refund.created),
          formatAmount(refund.amount),
          refund.status ?? "",
          String(refund.payment_intent),
        ]),
    )}
    ${table(
      "Webhooks",
      ["Event", "Kind", "State", "Tries", "Last answer"],
      control
        .events()
        .slice(-50)
        .reverse()
        .map((event) => [
          event.id,
          event.type,
          event.state,
          String(event.tries),
          event.last_answer ?? "",
        ]),
    )}
    ${table("Cars", ["VIN", "Car", "Part", "The demo says", "What it shows"], readDemoCars())}
    <p class="note">As JSON: <code>GET /control/records</code>, <code>/control/events</code>,
      <code>/control/state</code>; <code>POST /control</code> with what the buttons send, and
      <code>path</code>, a pattern for the requests that are meant.</p>
  </main>
</body>
</html>`;
}

function button(says: string, to: string, settings: object): string {
  return `<button class="second" data-to="${to}" data-body="${plain(JSON.stringify(settings))}">${says}</button>`;
}

function table(title: string, heads: string[], rows: string[][]): string {
  if (rows.length === 0) return `<h2>${title}</h2><p>None.</p>`;
  const head = heads.map((each) => `<th scope="col">${each}</th>`).join("");
  const body = rows.map(
    (row) => `<tr>${row.map((cell) => `<td>${plain(cell)}</td>`).join("")}</tr>`,
  );
  return `<h2 id="${title}">${title}</h2>
    <div class="scroll" role="region" aria-labelledby="${title}" tabindex="0">
      <table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table>
    </div>`;
}

function time(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 19).replace("T", " ");
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function plain(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
