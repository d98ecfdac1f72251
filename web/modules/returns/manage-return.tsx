import { useQuery } from "@tanstack/react-query";
import type { Return } from "#contract/returns.ts";
import { describeProof } from "#contract/rules/fit-proof.ts";
import { reasonName } from "#contract/rules/return-words.ts";
import { DateTime, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { DescriptionList } from "#web/ui/description-list.tsx";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { oneReturn, returnedOrder } from "./calls.ts";
import { ReturnBadge } from "./return-badge.tsx";
import { outcomeName, wantsName } from "./return-words.ts";
import { StepForms } from "./step-forms.tsx";

export function ManageReturn({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(oneReturn(id));
  if (data) return <Details shown={data} />;
  if (data === null) {
    return (
      <Note title="There is no such return" heading="h2">
        <p>The address may have been mistyped. No return is ever deleted.</p>
      </Note>
    );
  }
  if (!error) return <InlineLoading />;
  return <LoadFailed title="This return could not be fetched" error={error} retry={refetch} />;
}

function Details({ shown }: { shown: Return }) {
  const { number, state, lines, version, _id } = shown;
  const { data: order } = useQuery(returnedOrder(shown.order));
  const fitOf = (id: string) => {
    const fit = order?.lines.find((line) => line._id === id)?.fit;
    return fit && describeProof(fit);
  };
  return (
    <article aria-labelledby="return" className="grid gap-8">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="return" className="text-xl font-extrabold md:text-2xl">
          Return {number}
        </h2>
        <ReturnBadge state={state} />
      </div>
      <DescriptionList lines={factsOf(shown)} />
      <Table
        label="Parts"
        columns={["Part", "Pieces", "Reason", "Received", "Outcome"]}
        figures={["Pieces", "Received"]}
      >
        {lines.map((line) => (
          <Row key={line.line}>
            <Cell className="wrap-anywhere">
              {line.partNumber && <span className="me-2 font-mono text-sm">{line.partNumber}</span>}
              {line.name}
            </Cell>
            <Cell className="md:text-end" label="Pieces">
              {line.quantity}
            </Cell>
            <Cell className="wrap-anywhere">
              {reasonName(line)}
              {fitOf(line.line) && (
                <span className="block text-sm">Said when ordered: {fitOf(line.line)}</span>
              )}
              {line.wants && (
                <span className="block text-sm font-semibold">{wantsName(line.wants)}</span>
              )}
              {line.note && <q className="ms-1 text-base-content/75">{line.note}</q>}
            </Cell>
            <Cell className="md:text-end" label="Received">
              {line.received}
            </Cell>
            <Cell>
              {outcomeName(line, shown)}
              {line.restocked > 0 && `, ${line.restocked} on the shelf`}
              {line.scrapped > 0 && `, ${line.scrapped} written off`}
            </Cell>
          </Row>
        ))}
      </Table>
      <HiddenIfReadOnly>
        <StepForms key={`${_id} ${version}`} shown={shown} />
      </HiddenIfReadOnly>
    </article>
  );
}

function factsOf({ order, orderNumber, requestedAt, because, refund, ...shown }: Return) {
  const { name, email, free, kind } = shown;
  return {
    Order: (
      <PageLink
        to={`${paths.manageAllOrders}?${new URLSearchParams({ order })}`}
        className="link inline-flex min-h-6 items-center"
      >
        {orderNumber}
      </PageLink>
    ),
    Name: name,
    Email: email,
    Asked: <DateTime time={requestedAt} />,
    ...(kind === "withdrawal" && { Kind: "Withdrawal from the contract" }),
    "Way back": free ? "We pay" : "The customer pays",
    ...(because && { Refused: because }),
    ...(refund && { Refund: `$${formatDollars(refund.amount)}, ${refund.state}` }),
  };
}
