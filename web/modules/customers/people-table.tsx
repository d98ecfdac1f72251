import { useInfiniteQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import type { User } from "#contract/customers.ts";
import { InlineLoading } from "#web/ui/inline-loading.tsx";
import { Note } from "#web/ui/note.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { peoplePages } from "./calls.ts";
import { DeletePerson } from "./delete-person.tsx";
import { MakeAdmin } from "./make-admin.tsx";

const columns = ["no", "Email", "Admin", "Delete"] as const;

type Props = {
  /** Who looks at it: their own row is marked. */
  myEmail: string;
  /** Where focus goes when a row is gone. */
  heading: RefObject<HTMLElement | null>;
};

export function PeopleTable({ myEmail, heading }: Props) {
  const { data, error, refetch, ...next } = useInfiniteQuery(peoplePages());
  const [leaving, setLeaving] = useState<User>();

  if (!data) return error ? <PeopleFailed error={error} retry={refetch} /> : <InlineLoading />;
  const people = data.pages.flat();
  return (
    <>
      <Table label="People" columns={columns}>
        {people.map((person, index) => (
          <Row key={person._id} className="grid-cols-[2rem_1fr_auto]">
            <Cell className="self-start text-base-content/75">{index + 1}</Cell>
            <Cell className="col-span-2 font-medium wrap-anywhere">
              {person.email}
              {person.email === myEmail && (
                <span className="ms-2 text-sm font-normal whitespace-nowrap text-base-content/75">
                  (you)
                </span>
              )}
            </Cell>
            <Cell className="col-start-2 md:w-44">
              <MakeAdmin person={person} />
            </Cell>
            <Cell className="md:w-32">
              <button
                type="button"
                className="btn btn-outline btn-error btn-sm h-10"
                aria-label={`Delete ${person.email}`}
                onClick={() => setLeaving(person)}
              >
                Delete
              </button>
            </Cell>
          </Row>
        ))}
      </Table>
      {next.hasNextPage && (
        <div className="mt-8 grid justify-items-center gap-3">
          {next.isFetchNextPageError && (
            <p role="alert" className="font-medium text-error">
              {error?.message}
            </p>
          )}
          <button
            type="button"
            className="btn btn-secondary"
            aria-busy={next.isFetchingNextPage}
            onClick={() => !next.isFetchingNextPage && next.fetchNextPage()}
          >
            Show more people
          </button>
        </div>
      )}
      {leaving && (
        <DeletePerson person={leaving} heading={heading} onClose={() => setLeaving(undefined)} />
      )}
    </>
  );
}

function PeopleFailed({ error, retry }: { error: Error; retry: () => unknown }) {
  return (
    <Note title="The people could not be fetched" alert>
      <p>{error.message}</p>
      <button type="button" className="btn btn-primary" onClick={() => retry()}>
        Try again
      </button>
    </Note>
  );
}
