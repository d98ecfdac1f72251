import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { StockEdited } from "#contract/inventory.ts";
import type { ManagedPart } from "#contract/part-edits.ts";
import {
  readStockChange,
  type StockReason,
  stockDifference,
} from "#contract/rules/stock-change.ts";
import { formatCount } from "#web/app/format.tsx";
import { undoChange } from "#web/app/undo-change.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { InlineEdit, type Objection } from "#web/ui/inline-edit.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { partStock, sendStock } from "./manage-calls.ts";

const reasonNames: Record<StockReason, string> = {
  delivery: "Delivery",
  count: "Count",
  return: "Return",
  damage: "Damage",
};

type Props = {
  part: Pick<ManagedPart, "_id" | "name" | "number" | "availablQuantity">;
  children: ReactNode;
};

export function StockCell({ part, children }: Props) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<StockReason>("delivery");
  const { _id, name, number, availablQuantity } = part;
  const refresh = () => client.invalidateQueries({ queryKey: ["parts"] });

  async function save(text: string): Promise<Objection | undefined> {
    const reading = readStockChange(text, chosen);
    if ("problem" in reading) return { text: `${reading.problem}.` };
    const { change, auditId, availablQuantity: now, released } = await sendStock(_id, reading);
    const freed = released.reduce((sum, { pieces }) => sum + pieces, 0);
    await refresh();
    if (auditId === null) {
      showOnShelf(`${number} has ${formatCount(now)}, as counted.`);
      return undefined;
    }
    showOnShelf(
      `${number} had ${formatCount(now - change - freed)}, has now ${formatCount(now)}.${describeReleased(released)}`,
      async () => {
        await undoChange(auditId);
        await refresh();
        return `The ${reasonNames[reading.reason].toLowerCase()} of ${number} was undone.`;
      },
    );
    return undefined;
  }

  return (
    <InlineEdit
      column="stock"
      label={`Stock of ${name}: ${formatCount(availablQuantity)}`}
      start=""
      inputMode="numeric"
      placeholder="+200"
      save={save}
      panel={(text, setText) => (
        <StockPanel
          id={_id}
          text={text}
          chosen={chosen}
          onChoose={(reason) => {
            setChosen(reason);
            // A sign would say otherwise.
            setText(text.replace(/^[^\d]+/, ""));
          }}
        />
      )}
      saveLabel={(text) => saveLabel(text, chosen)}
      onClose={() => setChosen("delivery")}
    >
      {children}
    </InlineEdit>
  );
}

function describeReleased(released: StockEdited["released"]): string {
  if (released.length === 0) return "";
  const orders = released.map(({ order }) => order).join(", ");
  return ` Orders that are not paid and no longer hold their pieces: ${orders}.`;
}

function saveLabel(text: string, chosen: StockReason): string {
  const reading = readStockChange(text, chosen);
  if ("problem" in reading) return "Save";
  if (reading.reason === "count") return `Save ${formatCount(reading.pieces)} counted`;
  return `Save ${reading.reason === "damage" ? "−" : "+"}${formatCount(reading.pieces)}`;
}

type PanelProps = {
  id: string;
  text: string;
  chosen: StockReason;
  onChoose: (reason: StockReason) => void;
};

function StockPanel({ id, text, chosen, onChoose }: PanelProps) {
  const { data: stock } = useQuery(partStock(id));
  const reading = readStockChange(text, chosen);
  const isRead = !("problem" in reading);
  const change = stock && isRead ? stockDifference(reading, stock.onHand) : undefined;
  const isBelow = stock && isRead && reading.reason === "count" && reading.pieces < stock.reserved;
  return (
    <>
      <RadioGroup
        look="chips"
        label="Reason"
        choices={reasonNames}
        value={isRead ? reading.reason : chosen}
        onChoose={onChoose}
      />
      <span className="min-h-10 leading-snug">
        {stock && (
          <>
            {formatCount(stock.availablQuantity)} now
            {change !== undefined && (
              <strong>, {formatCount(Math.max(0, stock.availablQuantity + change))} after</strong>
            )}
            {stock.reserved > 0 && (
              <span className="block text-base-content/75">
                Orders have reserved {formatCount(stock.reserved)} more: a count includes them.
                {isBelow && " The newest ones that are not paid lose what is missing."}
              </span>
            )}
          </>
        )}
      </span>
    </>
  );
}
