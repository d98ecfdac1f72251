import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { type DeliveryState, deliveryStates } from "#contract/rules/webhooks.ts";
import type { WebhookDelivery } from "#contract/webhooks.ts";
import { DateTime, formatCount } from "#web/app/format.tsx";
import { useSavedViews } from "#web/app/saved-views.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { DataList } from "#web/ui/list/data-list.tsx";
import type { ListColumn } from "#web/ui/list/list-column.ts";
import { useListView } from "#web/ui/list/use-list-view.ts";
import { Note } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { deliveriesFilePath, deliveryPages, replayWebhook } from "./calls.ts";

const states: Record<DeliveryState | "all", string> = {
  all: "All",
  waiting: "Waiting",
  delivered: "Delivered",
  failed: "Failed",
};

const sentId = (id: string) => `sent-${id}`;

const columns: ListColumn<WebhookDelivery>[] = [
  {
    name: "Message",
    file: ["kind", "message", "body"],
    className: "max-md:col-span-2 wrap-anywhere",
    cell: ({ _id, kind, messageId, body }) => (
      <>
        <span className="block font-semibold">{kind}</span>
        <span className="block font-mono text-xs">{messageId}</span>
        <details id={sentId(_id)}>
          <summary className="cursor-pointer py-2 text-sm">What is sent</summary>
          <code className="block text-xs whitespace-pre-wrap wrap-anywhere">{body}</code>
        </details>
      </>
    ),
  },
  {
    name: "State",
    file: ["state", "attempts"],
    className: "md:w-36 text-sm",
    cell: ({ state, attempts, nextTryAt }) => (
      <>
        <span className={`block ${state === "failed" ? "font-semibold text-error" : ""}`}>
          {states[state]}
        </span>
        {attempts > 1 && `${formatCount(attempts)} attempts`}
        {attempts > 0 && nextTryAt && (
          <span className="block">
            again at <DateTime time={nextTryAt} />
          </span>
        )}
      </>
    ),
  },
  {
    name: "Answer",
    file: ["status", "duration", "answer"],
    choice: "shown",
    className: "max-md:col-span-2 wrap-anywhere text-sm",
    cell: ({ status, durationMs, answer }) => (
      <>
        {status !== null && <span className="font-semibold">{status} </span>}
        {durationMs !== null && `${formatCount(durationMs)} ms `}
        {answer}
      </>
    ),
  },
  {
    name: "Stored",
    file: "stored",
    choice: "shown",
    isNamedOnCards: true,
    className: "md:w-44 text-sm",
    cell: ({ createdAt }) => <DateTime time={createdAt} />,
  },
];

export function DeliveryList({ id, isOn }: { id: string; isOn: boolean }) {
  const client = useQueryClient();
  const address = useListView(["q", "sort", "state"]);
  const { q } = address.view;
  const state = deliveryStates.find((each) => each === address.view.state);

  async function replay(delivery: string) {
    await replayWebhook(id, delivery).then(
      () => showToast("It is sent again."),
      (failure: Error) => showToast(failure.message, "error"),
    );
    await client.invalidateQueries({ queryKey: ["webhooks"] });
  }

  const again: ListColumn<WebhookDelivery> = {
    name: "Again",
    className: "max-md:text-end md:w-32",
    cell: ({ _id, kind, state }) =>
      isOn &&
      state !== "waiting" && (
        <HiddenIfReadOnly>
          <button
            type="button"
            className="btn btn-outline btn-sm h-11"
            aria-label={`Send again: ${kind}`}
            onClick={() => void replay(_id)}
          >
            Send again
          </button>
        </HiddenIfReadOnly>
      ),
  };

  return (
    <DataList
      name="webhook-log"
      views={useSavedViews("webhook-log")}
      label="Messages"
      columns={[...columns, again]}
      nameOf={({ kind, messageId }) => `${kind} ${messageId}`}
      query={useInfiniteQuery(deliveryPages(id, { q, state }))}
      address={address}
      search={{ label: "Find a message", hint: "Kind, id or a word in it" }}
      unsorted="Newest first"
      filters={
        <RadioGroup
          label="Show"
          choices={states}
          value={state ?? "all"}
          onChoose={(next) => address.change({ state: next === "all" ? "" : next })}
        />
      }
      nothing={
        <Note title="No messages here">
          <p>What was sent within the last 30 days is listed here.</p>
        </Note>
      }
      failed="The messages could not be fetched"
      more="Show more messages"
      file={(columns) => deliveriesFilePath(id, { q, state }, columns)}
      open={(opened) => document.getElementById(sentId(opened))?.toggleAttribute("open")}
    />
  );
}
