import type { AuditedAction, AuditFields } from "./audited-action.ts";
import { count, listFields, nameIn, nameViewList } from "./words.ts";

export const shopActions = {
  "edit-settings": {
    title: "Changed the settings",
    kind: "settings",
    tell: ({ after }) => ["changed ", `: ${listFields(after)}`],
  },
  "edit-legal-text": {
    title: "Changed a legal text",
    kind: "legal-text",
    tell: ({ after }) => ["changed ", `, which is version ${after.version} now`],
  },
  "add-api-key": {
    title: "Made a key for a program",
    kind: "shop",
    tell: ({ after }) => [`made the key “${after.name}” with the role “${after.role}”`],
  },
  "remove-api-key": {
    title: "Ended the key of a program",
    kind: "shop",
    tell: ({ before }) => [`ended the key “${before.name}”`],
  },
  "add-webhook": {
    title: "Added a webhook",
    kind: "shop",
    tell: ({ after }) => [`added the webhook “${after.name}” to ${after.url}`],
  },
  "edit-webhook": {
    title: "Changed a webhook",
    kind: "shop",
    tell: ({ before, after }) => [tellWebhook(`${before.name}`, after)],
  },
  "renew-webhook-secret": {
    title: "Renewed the secret of a webhook",
    kind: "shop",
    tell: ({ after }) => [`renewed the secret of the webhook “${after.name}”`],
  },
  "remove-webhook": {
    title: "Deleted a webhook",
    kind: "shop",
    tell: ({ before }) => [`deleted the webhook “${before.name}” to ${before.url}`],
  },
  "test-webhook": {
    title: "Sent a test to a webhook",
    kind: "shop",
    tell: ({ after }) => [`sent a test to the webhook “${after.name}”`],
  },
  "replay-webhook": {
    title: "Sent messages to a webhook again",
    kind: "shop",
    tell: ({ after }) => [
      `sent ${count(after.count, "message")} to the webhook “${after.name}” again`,
    ],
  },
  "set-credit": {
    title: "Let a company buy on account, or no longer",
    kind: "shop",
    tell: ({ after: { name, terms }, money }) => {
      const given = terms as { limit: number; days: number } | null;
      if (!given) return [`let ${name} buy on account no longer`];
      const within = count(given.days, "day");
      return [`let ${name} buy on account, up to ${money(given.limit)} within ${within}`];
    },
  },
  "change-company": {
    title: "Changed a company that buys on account",
    kind: "shop",
    tell: ({ before, after }) => [
      `changed their company ${nameCompany(before)} to ${nameCompany(after)}; its credit rests until an admin confirms it`,
    ],
  },
  "confirm-company": {
    title: "Confirmed the changed details of a company, or took that back",
    kind: "shop",
    area: "people",
    tell: ({ after }) =>
      after.confirmed
        ? [`confirmed the details of ${nameCompany(after)}`]
        : [`took the confirmation of ${nameCompany(after)} back`],
  },
  "confirm-vat-number": {
    title: "Confirmed a VAT number, or took that back",
    kind: "shop",
    area: "people",
    tell: ({ after: { vatId, name, state } }) => [
      state === "valid"
        ? `confirmed the VAT number ${vatId} of “${name}”`
        : `took the confirmation of the VAT number ${vatId} of “${name}” back`,
    ],
  },
  "set-company-group": {
    title: "Put a company into a group of customers, or out of it",
    kind: "shop",
    tell: ({ before, after }) =>
      after.group === null
        ? [`took ${after.name} out of the group of customers “${nameIn(before, "group")}”`]
        : [`put ${after.name} into the group of customers “${nameIn(after, "group")}”`],
  },
  "share-view": {
    title: "Shared a view of a list",
    kind: "shop",
    tell: ({ after }) => [
      `shared the view “${after.name}” of the list “${nameViewList(after.list)}”`,
    ],
  },
  "unshare-view": {
    title: "Kept a shared view of a list for themselves",
    kind: "shop",
    tell: ({ after }) => [
      `shared the view “${after.name}” of the list “${nameViewList(after.list)}” no longer`,
    ],
  },
  "remove-view": {
    title: "Removed a shared view of a list",
    kind: "shop",
    tell: ({ before }) => [
      `removed the shared view “${before.name}” of the list “${nameViewList(before.list)}”`,
    ],
  },
  "check-ledger": {
    title: "Ran a reconciliation",
    kind: "shop",
    tell: () => ["ran a reconciliation"],
  },
  "retry-job": {
    title: "Ran a failed job again",
    kind: "shop",
    tell: ({ after }) => [`ran the failed job “${after.title ?? after.kind}” again`],
  },
  "retry-jobs": {
    title: "Ran many failed jobs again",
    kind: "shop",
    tell: ({ after }) => [`ran ${count(after.jobs, "failed job")} again`],
  },
} as const satisfies Record<string, AuditedAction>;

const nameCompany = ({ name, country, vatId }: AuditFields): string =>
  `“${name}” (${[country, vatId].filter(Boolean).join(", ")})`;

function tellWebhook(name: string, { isOn, ...after }: AuditFields): string {
  if (isOn === undefined) return `changed ${listFields(after)} of the webhook “${name}”`;
  return `switched the webhook “${name}” ${isOn ? "on" : "off"}`;
}
