import { useInfiniteQuery } from "@tanstack/react-query";
import { type RefObject, Suspense, useState } from "react";
import { type User, userCalls } from "#contract/customers.ts";
import { call } from "#web/app/call.ts";
import { DeleteDialog } from "#web/app/delete-dialog.tsx";
import { late } from "#web/ui/late.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { Cell, DeleteButton, Row, Table } from "#web/ui/table.tsx";
import { peoplePages } from "./calls.ts";
import { MakeAdmin } from "./make-admin.tsx";

const PriceGroup = late(async () => (await import("./price-group.tsx")).PriceGroup);

const columns = ["no", "Email", "Admin", "Delete"] as const;
const withPrices = [...columns, "Prices"] as const;

type Props = {
  myEmail: string;
  heading: RefObject<HTMLElement | null>;
  groups: Record<string, string>;
};

export function PeopleTable({ myEmail, heading, groups }: Props) {
  const query = useInfiniteQuery(peoplePages());
  const [toDelete, setToDelete] = useState<User>();
  const hasGroups = Object.keys(groups).length > 0;
  return (
    <>
      <PagedList query={query} failed="The people could not be fetched" more="Show more people">
        {(people) => (
          <Table label="People" columns={hasGroups ? withPrices : columns}>
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
                  {!person.emailVerified && (
                    <span className="block text-sm font-normal text-base-content/75">
                      not verified
                    </span>
                  )}
                </Cell>
                <Cell className="col-start-2 md:w-44">
                  <MakeAdmin person={person} />
                </Cell>
                <Cell className="md:w-32">
                  <HiddenIfReadOnly>
                    <DeleteButton
                      label={`Delete ${person.email}`}
                      onClick={() => setToDelete(person)}
                    />
                  </HiddenIfReadOnly>
                </Cell>
                {hasGroups && (
                  <Cell className="col-span-2 col-start-2 md:w-56">
                    <HiddenIfReadOnly>
                      <Suspense>
                        <PriceGroup person={person} groups={groups} />
                      </Suspense>
                    </HiddenIfReadOnly>
                  </Cell>
                )}
              </Row>
            ))}
          </Table>
        )}
      </PagedList>
      {toDelete && (
        <DeleteDialog
          topic="users"
          about={toDelete.email}
          remove={() => call(userCalls.remove, { params: { id: toDelete._id } })}
          heading={heading}
          onClose={() => setToDelete(undefined)}
        >
          The account of <strong>{toDelete.email}</strong> will be deleted, with its profile, and
          signed out everywhere. Orders and reviews stay. This cannot be undone.
        </DeleteDialog>
      )}
    </>
  );
}
