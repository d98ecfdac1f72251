import { useInfiniteQuery } from "@tanstack/react-query";
import { type AuditEntry, auditActions } from "#contract/audit.ts";
import { formatDateTime } from "#web/app/format.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { InlineLoading } from "#web/ui/inline-loading.tsx";
import { MoreButton } from "#web/ui/more-button.tsx";
import { Note } from "#web/ui/note.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { auditPages } from "./calls.ts";
import { isAboutOrder, listChanges } from "./entry-text.ts";

const columns = ["When", "Who", "What", "Before and after"] as const;

type Props = {
  /** Where an order is seen in full. */
  orderPath: (id: string) => string;
};

export function AuditLog({ orderPath }: Props) {
  const { data, error, refetch, ...next } = useInfiniteQuery(auditPages());
  if (!data) {
    if (!error) return <InlineLoading />;
    return (
      <Note title="The audit log could not be fetched" alert>
        <p>{error.message}</p>
        <button type="button" className="btn btn-primary" onClick={() => refetch()}>
          Try again
        </button>
      </Note>
    );
  }
  const entries = data.pages.flat();
  if (entries.length === 0) {
    return (
      <Note title="Nothing was done yet">
        <p>What an admin changes from now on is written down here.</p>
      </Note>
    );
  }
  return (
    <>
      <Table label="Audit log" columns={columns}>
        {entries.map((entry) => (
          <Entry key={entry._id} entry={entry} orderPath={orderPath} />
        ))}
      </Table>
      <MoreButton pages={{ ...next, error }}>Show more entries</MoreButton>
    </>
  );
}

function Entry({ entry, orderPath }: Props & { entry: AuditEntry }) {
  return (
    <Row className="grid-cols-[minmax(0,1fr)] text-sm">
      <Cell className="md:w-44">
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
      </Cell>
      <Cell className="wrap-anywhere md:w-[24%]">
        {entry.who}
        {entry.address && <span className="block text-base-content/75">from {entry.address}</span>}
      </Cell>
      <Cell className="wrap-anywhere">
        <span className="font-semibold">{auditActions[entry.action]}</span>
        <About entry={entry} orderPath={orderPath} />
      </Cell>
      <Cell className="wrap-anywhere md:w-[32%]">
        <Changes entry={entry} />
      </Cell>
    </Row>
  );
}

/** The id, which leads to orders; of other things there is no page of one. */
function About({ entry, orderPath }: Props & { entry: AuditEntry }) {
  if (!entry.about) return null;
  if (!isAboutOrder(entry)) {
    return <span className="block text-xs text-base-content/75">{entry.about}</span>;
  }
  return (
    <PageLink
      to={orderPath(entry.about)}
      className="link flex min-h-11 items-center text-xs md:min-h-0"
    >
      {entry.about}
    </PageLink>
  );
}

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = listChanges(entry);
  if (changes.length === 0) return <span className="text-base-content/75">Nothing</span>;
  return (
    <ul>
      {changes.map(({ field, words }) => (
        <li key={field}>
          <span className="text-base-content/75">{field}:</span> {words}
        </li>
      ))}
    </ul>
  );
}
