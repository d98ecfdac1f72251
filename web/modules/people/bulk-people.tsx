import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { mostPeople, namePrices, type ShopPerson } from "#contract/people.ts";
import { everybodysPrices } from "#contract/rules/price-types.ts";
import { formatCount } from "#web/app/format.tsx";
import { undoChange } from "#web/app/undo-change.ts";
import { Select } from "#web/ui/choice.tsx";
import { BulkBar, BulkButton } from "#web/ui/list/bulk-bar.tsx";
import { BulkPreview } from "#web/ui/list/bulk-preview.tsx";
import { inBatches } from "#web/ui/list/in-batches.ts";
import type { RowSelection } from "#web/ui/list/use-collected-selection.ts";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { setPriceGroups, signPeopleOut } from "./calls.ts";

const countPeople = (count: number) => (count === 1 ? "1 person" : `${formatCount(count)} people`);

type Props = {
  selection: RowSelection;
  rows: readonly ShopPerson[];
  /** Nobody signs themselves out by this. */
  ownId: string | undefined;
  maySetGroup: boolean;
  /** The names of the groups of customers, by their ids. */
  priceGroups: Record<string, string>;
};

export function BulkPeople({ selection, rows, ownId, maySetGroup, priceGroups }: Props) {
  const client = useQueryClient();
  const [shown, setShown] = useState<"sign-out" | "group">();
  if (selection.count === 0) return null;
  const close = () => setShown(undefined);

  async function finish(done: string, undo?: () => Promise<string>) {
    close();
    selection.clear();
    showOnShelf(done, undo);
    await client.invalidateQueries({ queryKey: ["users"] });
  }

  return (
    <>
      <BulkBar
        selection={selection}
        text={`${formatCount(selection.count)} selected`}
        selectAll="Select all that match"
      >
        {maySetGroup && <BulkButton onClick={() => setShown("group")}>Prices…</BulkButton>}
        <BulkButton onClick={() => setShown("sign-out")}>Sign out…</BulkButton>
      </BulkBar>
      {shown === "sign-out" && (
        <SignOut rows={rows} ownId={ownId} onDone={finish} onClose={close} />
      )}
      {shown === "group" && (
        <Prices rows={rows} groups={priceGroups} onDone={finish} onClose={close} />
      )}
    </>
  );
}

type ActionProps = {
  rows: readonly ShopPerson[];
  onDone: (text: string, undo?: () => Promise<string>) => Promise<void>;
  onClose: () => void;
};

function SignOut({ rows, ownId, onDone, onClose }: ActionProps & Pick<Props, "ownId">) {
  const signedIn = rows.filter(({ _id, sessions }) => sessions > 0 && _id !== ownId);

  async function run() {
    let ended = 0;
    await inBatches(
      signedIn.map(({ _id }) => _id),
      mostPeople,
      async (batch) => {
        ended += (await signPeopleOut(batch)).signedOut.length;
      },
    );
    await onDone(`${countPeople(ended)} signed out everywhere.`);
  }

  const others = rows.length - signedIn.length;
  return (
    <BulkPreview
      title="Sign out everywhere"
      text={`${countPeople(signedIn.length)} would be signed out on all devices; this cannot be undone.${others > 0 ? ` ${countPeople(others)} left out: not signed in, or yourself.` : ""}`}
      rows={signedIn.map(({ _id, name, sessions }) => ({
        id: _id,
        name,
        change: sessions === 1 ? "1 session" : `${formatCount(sessions)} sessions`,
      }))}
      {...(signedIn.length > 0 && {
        act: { name: `Sign ${countPeople(signedIn.length)} out`, run },
      })}
      onClose={onClose}
    />
  );
}

const nobody = "none";
const forEverybody = namePrices({ priceGroup: null });

type PricesProps = ActionProps & { groups: Props["priceGroups"] };

function Prices({ rows, groups, onDone, onClose }: PricesProps) {
  const client = useQueryClient();
  const [group, setGroup] = useState("");
  const chosen = group === nobody ? null : group;
  const [same, others] = [
    rows.filter(({ priceGroup }) => (priceGroup?._id ?? null) === chosen),
    rows.filter(({ priceGroup }) => (priceGroup?._id ?? null) !== chosen),
  ];
  const next = group === nobody ? forEverybody : groups[group];

  async function run() {
    const auditIds: string[] = [];
    let changed = 0;
    await inBatches(
      others.map(({ _id }) => _id),
      mostPeople,
      async (batch) => {
        const done = await setPriceGroups(batch, chosen);
        changed += done.changed.length;
        if (done.auditId) auditIds.push(done.auditId);
      },
    );
    await onDone(`The prices of ${countPeople(changed)} are changed.`, async () => {
      for (const id of auditIds) await undoChange(id);
      await client.invalidateQueries({ queryKey: ["users"] });
      return `${countPeople(changed)} have the prices of before.`;
    });
  }

  return (
    <BulkPreview
      title="Prices"
      text={
        group === ""
          ? "Choose whose prices and discounts they get."
          : `${countPeople(others.length)} would get these prices.${same.length > 0 ? ` ${countPeople(same.length)} left out, who ${same.length === 1 ? "has" : "have"} them already.` : ""}`
      }
      rows={(group === "" ? rows : others).map((person) => ({
        id: person._id,
        name: `${person.name}, ${person.email}`,
        change: next ? `${namePrices(person)} → ${next}` : namePrices(person),
      }))}
      {...(group !== "" &&
        others.length > 0 && {
          act: { name: `Change ${countPeople(others.length)}`, run },
        })}
      onClose={onClose}
    >
      <Select
        label="Group of customers"
        choices={{
          "": "Choose…",
          ...groups,
          [nobody]: everybodysPrices,
        }}
        value={group}
        onChoose={setGroup}
      />
    </BulkPreview>
  );
}
