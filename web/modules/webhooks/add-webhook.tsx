import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addWebhook } from "./calls.ts";
import { SecretNote } from "./secret-note.tsx";
import { WebhookForm } from "./webhook-form.tsx";

export function AddWebhook() {
  const client = useQueryClient();
  const [made, setMade] = useState<{ name: string; secret: string }>();
  return (
    <>
      <WebhookForm
        key={made?.secret}
        label="New webhook"
        button="Add the webhook"
        from={{ name: "", url: "", kinds: ["order.placed", "order.paid", "order.cancelled"] }}
        onSave={async (values) => {
          const { secret } = await addWebhook(values);
          setMade({ name: values.name.trim(), secret });
          await client.invalidateQueries({ queryKey: ["webhooks"] });
        }}
      />
      <div role="status">{made && <SecretNote {...made} />}</div>
    </>
  );
}
