import { Suspense } from "react";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const JobBoard = late(async () => (await import("#web/modules/jobs/job-board.tsx")).JobBoard);

export function JobsPage() {
  return (
    <section>
      <PageHeading>Jobs</PageHeading>
      <p className="mb-6 max-w-prose leading-relaxed text-base-content/80">
        What the shop does by itself in the background. A job that fails is tried again, less and
        less often; once the cause is removed, you can try it again at once.
      </p>
      <Suspense fallback={<InlineLoading />}>
        <JobBoard />
      </Suspense>
    </section>
  );
}
