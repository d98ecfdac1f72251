import { useInfiniteQuery } from "@tanstack/react-query";
import { type AuditEntry, auditActions } from "#contract/audit.ts";
import { DateTime } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { Note } from "#web/ui/placeholder.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { auditPages } from "./calls.ts";
import { isAboutOrder, listChanges } from "./entry-text.ts";

const columns = ["When", "Who", "What", "Before and after"] as const;

type Props = {
  orderPath: (id: string) => string;
};

export function AuditLog({ orderPath }: Props) {
  return (
    <PagedList
      query={useInfiniteQuery(auditPages())}
      failed="The audit log could not be fetched"
      more="Show more entries"
    >
      {(entries) =>
        entries.length === 0 ? (
          <Note title="No entries yet">
            <p>Every change that an admin makes appears here.</p>
          </Note>
        ) : (
          <Table label="Audit log" columns={columns}>
            {entries.map((entry) => (
              <Entry key={entry._id} entry={entry} orderPath={orderPath} />
            ))}
          </Table>
        )
      }
    </PagedList>
  );
}

function Entry({ entry, orderPath }: Props & { entry: AuditEntry }) {
  return (
    <Row className="grid-cols-[minmax(0,1fr)] text-sm">
      <Cell className="md:w-44">
        <DateTime time={entry.at} />
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
