import { useQuery } from "@tanstack/react-query";
import { PageLink } from "#web/app/page-link.tsx";
import { webhookPath } from "#web/app/paths.ts";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { webhooks } from "./calls.ts";
import { WebhookState } from "./webhook-state.tsx";

const columns = ["Name", "Told of", "State"] as const;

export function WebhookList() {
  const { data, error, refetch } = useQuery(webhooks());
  if (!data) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="The webhooks could not be fetched" error={error} retry={refetch} />;
  }
  if (data.length === 0) {
    return (
      <Note title="No webhooks yet">
        <p>A program that has to know at once when something is ordered gets its address here.</p>
      </Note>
    );
  }
  return (
    <Table label="Webhooks" columns={columns} low>
      {data.map((webhook) => (
        <Row key={webhook._id} className="text-sm">
          <Cell className="wrap-anywhere">
            <PageLink
              to={webhookPath(webhook._id)}
              className="link inline-block py-2 text-base font-semibold"
            >
              {webhook.name}
            </PageLink>
            <span className="block">{webhook.url}</span>
          </Cell>
          <Cell className="wrap-anywhere">{webhook.kinds.join(", ")}</Cell>
          <Cell>
            <WebhookState webhook={webhook} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
