import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { useNavigate } from "react-router";
import type { Webhook } from "#contract/webhooks.ts";
import { DateTime } from "#web/app/format.tsx";
import { paths } from "#web/app/paths.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { showToast } from "#web/ui/toast.tsx";
import {
  editWebhook,
  removeWebhook,
  renewWebhookSecret,
  replayWebhook,
  testWebhook,
  webhooks,
} from "./calls.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { SecretNote } from "./secret-note.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { WebhookState } from "./webhook-state.tsx";

type Props = { id: string; heading: RefObject<HTMLElement | null> };

export function ManageWebhook({ id, heading }: Props) {
  const { data, error, refetch } = useQuery(webhooks());
  if (!data) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="The webhook could not be fetched" error={error} retry={refetch} />;
  }
  const webhook = data.find(({ _id }) => _id === id);
  if (!webhook) {
    return (
      <Note title="There is no such webhook">
        <p>It may have been deleted.</p>
      </Note>
    );
  }
  return (
    <>
      <h3 className="text-lg font-bold wrap-anywhere">{webhook.name}</h3>
      <p className="wrap-anywhere">{webhook.url}</p>
      <p className="mb-4" role="status">
        <WebhookState webhook={webhook} />
      </p>
      <HiddenIfReadOnly>
        <Actions webhook={webhook} heading={heading} />
      </HiddenIfReadOnly>
      <DeliveryList id={id} isOn={webhook.isOn} />
    </>
  );
}

type ActionProps = { webhook: Webhook; heading: RefObject<HTMLElement | null> };

function Actions({ webhook, heading }: ActionProps) {
  const { _id: id, name, url, kinds, isOn, failed, previousSecretUntil } = webhook;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [secret, setSecret] = useState<string>();

  async function run(work: () => Promise<unknown>, done: string) {
    await work().then(
      () => showToast(done),
      (failure: Error) => showToast(failure.message, "error"),
    );
    await client.invalidateQueries({ queryKey: ["webhooks"] });
  }

  async function remove() {
    try {
      await removeWebhook(id);
      showToast(`The webhook “${name}” was deleted.`);
      await navigate(paths.webhooks);
    } catch (failure) {
      showToast((failure as Error).message, "error");
    }
    await client.invalidateQueries({ queryKey: ["webhooks"] });
  }

  return (
    <>
      <div className="mb-6 flex flex-wrap gap-2">
        {isOn && (
          <Button onPress={() => run(() => testWebhook(id), "A test is on its way.")}>
            Send a test
          </Button>
        )}
        {isOn && failed > 0 && (
          <Button onPress={() => run(() => replayWebhook(id), "They are sent again.")}>
            Send all that failed again
          </Button>
        )}
        <Button onPress={() => setEditing(!isEditing)}>{isEditing ? "Cancel" : "Edit"}</Button>
        <Button
          onPress={() =>
            run(
              () => editWebhook(id, { isOn: !isOn }),
              isOn ? "It is switched off." : "It is switched on.",
            )
          }
        >
          {isOn ? "Switch off" : "Switch on"}
        </Button>
        <Button
          onPress={() =>
            run(
              async () => setSecret((await renewWebhookSecret(id)).secret),
              "The secret was renewed.",
            )
          }
        >
          New secret
        </Button>
        <Button onPress={() => setDeleting(true)}>Delete…</Button>
      </div>
      <div role="status">{secret && <SecretNote name={name} secret={secret} />}</div>
      {previousSecretUntil && (
        <p className="mb-4">
          Until <DateTime time={previousSecretUntil} />, messages are signed with the secret before
          as well.
        </p>
      )}
      {isEditing && (
        <WebhookForm
          label="Edit the webhook"
          button="Save"
          from={{ name, url, kinds }}
          onSave={async (values) => {
            await editWebhook(id, values);
            setEditing(false);
            showToast("Saved.");
            await client.invalidateQueries({ queryKey: ["webhooks"] });
          }}
        />
      )}
      {isDeleting && (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Delete the webhook"
          focusAfter={heading}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
        >
          <p>
            <strong>{name}</strong> is told of nothing any more, and its log is deleted.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function Button({ children, onPress }: { children: string; onPress: () => unknown }) {
  return (
    <button type="button" className="btn btn-outline h-11" onClick={() => void onPress()}>
      {children}
    </button>
  );
}
