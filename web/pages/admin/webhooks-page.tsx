import { Suspense, useRef } from "react";
import { useParams } from "react-router";
import { BackLink, PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { WebhookList } from "#web/modules/webhooks/webhook-list.tsx";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";

const AddWebhook = late(
  async () => (await import("#web/modules/webhooks/add-webhook.tsx")).AddWebhook,
);
const ManageWebhook = late(
  async () => (await import("#web/modules/webhooks/manage-webhook.tsx")).ManageWebhook,
);

export function WebhooksPage() {
  const { id } = useParams();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section>
      {id !== undefined && <BackLink to={paths.webhooks}>Webhooks</BackLink>}
      <PageHeading heading={heading}>Webhooks</PageHeading>
      <Suspense fallback={<InlineLoading />}>
        {id === undefined ? (
          <>
            <p className="mb-4 max-w-prose leading-relaxed text-base-content/80">
              Messages to programs elsewhere about what happens in the shop, signed as{" "}
              <a href="https://www.standardwebhooks.com" className="link">
                Standard Webhooks
              </a>{" "}
              describes. One that does not arrive is sent again for three days. There is{" "}
              <PageLink to={`${paths.callExamples}#receiver`} className="link">
                an example of a receiver
              </PageLink>
              .
            </p>
            <HiddenIfReadOnly>
              <AddWebhook />
            </HiddenIfReadOnly>
            <WebhookList />
          </>
        ) : (
          <ManageWebhook key={id} id={id} heading={heading} />
        )}
      </Suspense>
    </section>
  );
}
