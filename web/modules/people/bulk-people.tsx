import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { mostPeople, type ShopPerson } from "#contract/people.ts";
import { settingsCalls } from "#contract/settings.ts";
import { call } from "#web/app/call.ts";
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
};

export function BulkPeople({ selection, rows, ownId, maySetGroup }: Props) {
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
      {shown === "group" && <Prices rows={rows} onDone={finish} onClose={close} />}
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
        ...{ id: _id, name },
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

function Prices({ rows, onDone, onClose }: ActionProps) {
  const client = useQueryClient();
  const [group, setGroup] = useState("");
  const { data: settings = [] } = useQuery({
    queryKey: ["settings"],
    queryFn: ({ signal }) => call(settingsCalls.list, {}, signal),
  });
  const discounts = settings.find((each) => each.section === "discounts");
  const groups = discounts?.section === "discounts" ? discounts.value.groups : [];

  async function run() {
    const auditIds: string[] = [];
    let changed = 0;
    await inBatches(
      rows.map(({ _id }) => _id),
      mostPeople,
      async (batch) => {
        const done = await setPriceGroups(batch, group === nobody ? null : group);
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
          : `${countPeople(rows.length)} would get these prices; those who have them keep them.`
      }
      rows={rows.map(({ _id, name, email }) => ({ id: _id, name, change: email }))}
      {...(group !== "" && { act: { name: `Change ${countPeople(rows.length)}`, run } })}
      onClose={onClose}
    >
      <Select
        label="Group of customers"
        choices={{
          "": "Choose…",
          ...Object.fromEntries(groups.map(({ id, name }) => [id, name])),
          [nobody]: "Prices for everybody",
        }}
        value={group}
        onChoose={setGroup}
      />
    </BulkPreview>
  );
}
