import { useInfiniteQuery } from "@tanstack/react-query";
import type { ImportGroup } from "#contract/imports.ts";
import { PagedList } from "#web/ui/paged-list.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { importGroups } from "./calls.ts";

type Props = { id: string; by: "part" | "vehicle"; onChoose: (name: string) => void };

export function DifferenceGroups({ id, by, onChoose }: Props) {
  const what = by === "part" ? "Part" : "Vehicle";
  return (
    <PagedList
      query={useInfiniteQuery(importGroups(id, by))}
      failed="The difference could not be fetched"
      more="Show more"
    >
      {(groups) => (
        <Table label={`Difference by ${by}`} columns={[what, "New", "Changed", "Taken away"]}>
          {groups.map((group) => (
            <Group key={group._id} group={group} onChoose={onChoose} />
          ))}
        </Table>
      )}
    </PagedList>
  );
}

function Group({ group, onChoose }: { group: ImportGroup } & Pick<Props, "onChoose">) {
  return (
    <Row className="text-sm">
      <Cell>
        <button
          type="button"
          className="link min-h-11 cursor-pointer text-start wrap-anywhere"
          onClick={() => onChoose(group._id)}
        >
          {group._id}
        </button>
      </Cell>
      <Cell label="New" className="tabular-nums">
        {group.new}
      </Cell>
      <Cell label="Changed" className="tabular-nums">
        {group.changed}
      </Cell>
      <Cell label="Taken away" className="tabular-nums">
        {group.removed}
      </Cell>
    </Row>
  );
}
