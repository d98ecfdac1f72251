import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import type { ApiKey } from "#contract/api-keys.ts";
import { roleNames } from "#contract/rules/roles.ts";
import { DateTime } from "#web/app/format.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { apiKeys, removeApiKey } from "./calls.ts";

const columns = ["Name", "Role", "Made", "Last used", "End"] as const;

export function KeyList({ heading }: { heading: RefObject<HTMLElement | null> }) {
  const client = useQueryClient();
  const { data: keys, error, refetch } = useQuery(apiKeys());
  const [toEnd, setToEnd] = useState<ApiKey>();

  async function end({ _id, name }: ApiKey) {
    await removeApiKey(_id).then(
      () => showToast(`The key “${name}” has ended.`),
      (failure: Error) => showToast(failure.message, "error"),
    );
    await client.invalidateQueries(apiKeys());
  }

  if (!keys) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="The keys could not be fetched" error={error} retry={refetch} />;
  }
  if (keys.length === 0) {
    return (
      <Note title="No keys yet">
        <p>A program that reads orders or sets prices gets a key of its own here.</p>
      </Note>
    );
  }
  return (
    <>
      <Table label="API keys" columns={columns} low>
        {keys.map((key) => (
          <Row key={key._id} className="grid-cols-[minmax(0,1fr)_auto] text-sm">
            <Cell className="wrap-anywhere">
              <span className="block text-base font-semibold">{key.name}</span>
              <span className="font-mono">…{key.ending}</span>
            </Cell>
            <Cell>{roleNames[key.role]}</Cell>
            <Cell className="wrap-anywhere max-md:col-span-2">
              <DateTime time={key.createdAt} />
              <span className="block text-base-content/75">by {key.by}</span>
            </Cell>
            <Cell label="Last used">
              {key.lastUsedAt ? <DateTime time={key.lastUsedAt} /> : "Not yet"}
            </Cell>
            <Cell className="max-md:text-end md:w-24">
              <HiddenIfReadOnly>
                <button
                  type="button"
                  className="btn btn-outline btn-sm h-10"
                  aria-label={`End the key ${key.name}`}
                  onClick={() => setToEnd(key)}
                >
                  End…
                </button>
              </HiddenIfReadOnly>
            </Cell>
          </Row>
        ))}
      </Table>
      {toEnd && (
        <ConfirmDialog
          title="Are you sure?"
          confirm="End the key"
          focusAfter={heading}
          onConfirm={() => end(toEnd)}
          onClose={() => setToEnd(undefined)}
        >
          <p>
            The program that uses <strong>{toEnd.name}</strong> is refused from now on. It needs a
            new key to go on.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
