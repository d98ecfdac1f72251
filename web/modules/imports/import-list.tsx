import { useQuery } from "@tanstack/react-query";
import type { ImportSummary } from "#contract/imports.ts";
import { DateTime, plural } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { importPath } from "#web/app/paths.ts";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { importList } from "./calls.ts";
import { countChanges, kindNames, stateNames } from "./import-words.ts";

const columns = ["Import", "File", "State", "Lines", "Uploaded"] as const;

export function ImportList() {
  const { data, error, refetch } = useQuery(importList());
  if (!data) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="The imports could not be fetched" error={error} retry={refetch} />;
  }
  if (data.length === 0) {
    return (
      <Note title="No imports yet">
        <p>A file that you upload appears here, with its findings and a button to undo it.</p>
      </Note>
    );
  }
  return (
    <Table label="Imports" columns={columns}>
      {data.map((row) => (
        <ImportRow key={row._id} row={row} />
      ))}
    </Table>
  );
}

function ImportRow({ row }: { row: ImportSummary }) {
  const { _id, number, kind, fileName, state, counts, createdAt, uploadedBy } = row;
  return (
    <Row className="text-sm">
      <Cell>
        <PageLink to={importPath(_id)} className="link font-semibold">
          Import {number}
        </PageLink>
        <span className="block text-base-content/75">{kindNames[kind]}</span>
      </Cell>
      <Cell className="wrap-anywhere">{fileName}</Cell>
      <Cell>{stateNames[state]}</Cell>
      <Cell>
        {plural(countChanges(counts), "change")}
        {counts.refused > 0 && `, ${counts.refused} refused`}
      </Cell>
      <Cell className="wrap-anywhere">
        <DateTime time={createdAt} />
        <span className="block text-base-content/75">{uploadedBy}</span>
      </Cell>
    </Row>
  );
}
