import { BackLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { ExampleList } from "#web/modules/api-keys/example-list.tsx";
import { PageHeading } from "#web/pages/account/page-heading.tsx";

export function CallExamplesPage() {
  return (
    <section>
      <BackLink to={paths.apiKeys}>API Keys</BackLink>
      <PageHeading>Examples for programs</PageHeading>
      <p className="mb-4 max-w-prose leading-relaxed text-base-content/80">
        With the address of this shop, one of its products and one of its orders: each runs as it
        is, with your key in the environment as SHOP_KEY. All calls are in the{" "}
        <a href="/api" className="link">
          reference
        </a>
        .
      </p>
      <ExampleList />
    </section>
  );
}
