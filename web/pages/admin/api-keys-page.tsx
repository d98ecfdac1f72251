import { Suspense, useRef } from "react";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { KeyList } from "#web/modules/api-keys/key-list.tsx";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";

const AddKey = late(async () => (await import("#web/modules/api-keys/add-key.tsx")).AddKey);

export function ApiKeysPage() {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section>
      <PageHeading heading={heading}>API Keys</PageHeading>
      <p className="mb-4 max-w-prose leading-relaxed text-base-content/80">
        With a key, a program makes the{" "}
        <a href="/api" className="link">
          calls of admins
        </a>{" "}
        that its role includes. A key ends when you end it, or when its maker is no owner any more.{" "}
        <PageLink to={paths.callExamples} className="link">
          Examples for programs
        </PageLink>{" "}
        run as they are.
      </p>
      <Suspense fallback={null}>
        <HiddenIfReadOnly>
          <AddKey />
        </HiddenIfReadOnly>
        <KeyList heading={heading} />
      </Suspense>
    </section>
  );
}
