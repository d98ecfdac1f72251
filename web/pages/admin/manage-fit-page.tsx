import { useParams } from "react-router";
import { BackLink } from "#web/app/page-link.tsx";
import { manageProductPath } from "#web/app/paths.ts";
import { PartApplications } from "#web/modules/fitment/applications/part-applications.tsx";
import { Note } from "#web/ui/placeholder.tsx";

export function ManageFitPage() {
  const { id = "" } = useParams();
  return (
    <section>
      <BackLink to={manageProductPath(id)}>The product, with its history</BackLink>
      <PartApplications
        key={id}
        part={id}
        missing={
          <Note title="This product is not in the catalogue" heading="h2">
            <p>It may have been deleted.</p>
          </Note>
        }
      />
    </section>
  );
}
