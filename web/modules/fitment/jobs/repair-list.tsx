import { useQuery } from "@tanstack/react-query";
import { PageLink } from "#web/app/page-link.tsx";
import { jobPath, repairPath } from "#web/app/paths.ts";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { newRepair, repairList } from "./calls.ts";

export function RepairList() {
  const { data, error, refetch } = useQuery(repairList());
  if (!data) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="The jobs could not be fetched" error={error} retry={refetch} />;
  }
  return (
    <div className="grid gap-5">
      <HiddenIfReadOnly>
        <PageLink to={repairPath(newRepair)} className="btn btn-secondary justify-self-start">
          Add a job
        </PageLink>
      </HiddenIfReadOnly>
      {data.length === 0 ? (
        <p>No job is described yet.</p>
      ) : (
        <Table label="Jobs on cars" columns={["Job", "Axle", "Needs", "Page"]}>
          {data.map(({ slug, name, axle, lines }) => (
            <Row key={slug}>
              <Cell className="wrap-anywhere">
                <PageLink to={repairPath(slug)} className="link font-semibold">
                  {name}
                </PageLink>
              </Cell>
              <Cell label="Axle">{axle ?? "–"}</Cell>
              <Cell label="Needs" className="wrap-anywhere">
                {lines.map(({ type }) => type.name).join(", ")}
              </Cell>
              <Cell label="Page">
                <PageLink to={jobPath(slug)} className="link">
                  See it<span className="sr-only">: {name}</span>
                </PageLink>
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </div>
  );
}
