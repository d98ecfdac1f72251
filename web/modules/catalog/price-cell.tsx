import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { ManagedPart, PartRecord } from "#contract/part-edits.ts";
import { toDollars } from "#contract/rules/money.ts";
import { readPrice } from "#contract/rules/read-price.ts";
import { formatDollars } from "#web/app/format.tsx";
import { askWhichAmount } from "#web/app/money-field.tsx";
import { InlineEdit, type Objection } from "#web/ui/inline-edit.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { describeLargeChange } from "./large-price-change.ts";
import { findPriceChange, type PriceChange, savePrice } from "./manage-calls.ts";
import { timeAgo } from "./time-ago.ts";

const inDollars = (price: number) => `$${formatDollars(price)}`;

export function PriceCell({ part }: { part: ManagedPart }) {
  const client = useQueryClient();
  /** As it was when the field was opened; live updates change `part`. */
  const opened = useRef(part);
  const refresh = () => client.invalidateQueries({ queryKey: ["parts", "managed"] });

  async function send(seen: PriceChange, price: number): Promise<Objection | undefined> {
    const answer = await savePrice(seen, price);
    if ("present" in answer) return askWhich(answer.present, price);
    const { saved } = answer;
    await refresh();
    showOnShelf(
      `${part.number} was ${inDollars(seen.price)}, is now ${inDollars(saved.price)}.`,
      async () => {
        const undone = await savePrice(saved, seen.price);
        await refresh();
        return "present" in undone
          ? `Somebody else has set ${part.number} to ${inDollars(undone.present.price)} since. Nothing was undone.`
          : `${part.number} is ${inDollars(undone.saved.price)} again.`;
      },
    );
    return undefined;
  }

  async function askWhich(present: PartRecord, price: number): Promise<Objection> {
    const change = await findPriceChange(part._id);
    const who = change?.who ?? "Somebody else";
    return {
      text: `${who} set ${inDollars(present.price)}${change ? ` ${timeAgo(change.at)}` : ""}.`,
      choices: [
        { label: `Keep ${inDollars(present.price)}`, save: async () => void (await refresh()) },
        { label: `Use ${inDollars(price)}`, save: () => send(present, price) },
      ],
    };
  }

  async function confirm(price: number): Promise<Objection | undefined> {
    const seen = opened.current;
    if (price === seen.price) return undefined;
    const text = describeLargeChange(seen.price, price);
    if (!text) return send(seen, price);
    return {
      text,
      choices: [
        { label: `Change it to ${inDollars(price)}`, save: () => send(seen, price) },
        { label: `Keep ${inDollars(seen.price)}` },
      ],
    };
  }

  async function save(text: string): Promise<Objection | undefined> {
    const reading = readPrice(text);
    if ("problem" in reading) return { text: `${reading.problem}.` };
    if ("cents" in reading) return confirm(toDollars(reading.cents));
    const prices = reading.question.map(toDollars);
    return {
      text: askWhichAmount(text, prices),
      choices: prices.map((price) => ({ label: inDollars(price), save: () => confirm(price) })),
    };
  }

  return (
    <InlineEdit
      column="price"
      label={`Price of ${part.name}: ${inDollars(part.price)}`}
      start={part.price.toFixed(2)}
      inputMode="decimal"
      save={save}
      onOpen={() => {
        opened.current = part;
      }}
    >
      {inDollars(part.price)}
    </InlineEdit>
  );
}
