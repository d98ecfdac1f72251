import type { Application } from "#contract/applications.ts";
import type { FactWords } from "#contract/fitment.ts";
import { describeTerm } from "#contract/rules/fit-words.ts";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";

type Props = {
  applications: Application[];
  facts: FactWords[];
  onEdit: (application: Application) => void;
  onRemove: (application: Application) => void;
};

export function ApplicationList({ applications, facts, onEdit, onRemove }: Props) {
  if (applications.length === 0) {
    return <p>Nothing yet. Add the first vehicle that this product fits.</p>;
  }
  return (
    <Table label="Applications" wide columns={["Vehicle", "Only if", "Position", "Note", "Edit"]}>
      {applications.map((application) => (
        <One
          key={application._id}
          application={application}
          facts={facts}
          onEdit={() => onEdit(application)}
          onRemove={() => onRemove(application)}
        />
      ))}
    </Table>
  );
}

export const nameOf = ({ vehicles, from, to }: Application) =>
  `${vehicles} ${from === to ? from : `${from} to ${to}`}`;

type OneProps = {
  application: Application;
  facts: FactWords[];
  onEdit: () => void;
  onRemove: () => void;
};

function One({ application, facts, onEdit, onRemove }: OneProps) {
  const { terms, position, quantity, label, remark, heldBecause } = application;
  const place = [position, quantity].filter((one) => one !== null).join(": ");
  const notes = [label, remark].filter((text) => text !== "").join(". ");
  const name = nameOf(application);
  return (
    <Row>
      <Cell className="font-semibold wrap-anywhere">{name}</Cell>
      <Cell label="Only if" className="wrap-anywhere">
        {terms.length === 0
          ? "All of them"
          : terms.map((term) => describeTerm(term, facts)).join(", ")}
      </Cell>
      <Cell label="Position">{place || "–"}</Cell>
      <Cell label="Note" className="wrap-anywhere">
        {notes || (heldBecause === null && "–")}
        {heldBecause !== null && (
          <span className="inline-block bg-warning px-2 py-0.5 text-warning-content">
            Held: {heldBecause}
          </span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap">
        <HiddenIfReadOnly>
          <button
            type="button"
            className="btn btn-outline btn-sm h-10 border-base-content/50"
            aria-label={`Edit ${name}`}
            onClick={onEdit}
          >
            Edit
          </button>{" "}
          <button
            type="button"
            className="btn btn-outline btn-sm h-10 border-base-content/50 hover:text-error"
            aria-label={`Delete ${name}`}
            onClick={onRemove}
          >
            Delete
          </button>
        </HiddenIfReadOnly>
      </Cell>
    </Row>
  );
}
