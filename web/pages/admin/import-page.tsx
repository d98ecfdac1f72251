import { useNavigate, useParams } from "react-router";
import { BackLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { ImportView } from "#web/modules/imports/import-view.tsx";
import { PageHeading } from "#web/pages/account/page-heading.tsx";

export function ImportPage() {
  const navigate = useNavigate();
  const { id = "" } = useParams();
  return (
    <section>
      <BackLink to={paths.imports}>Imports</BackLink>
      <ImportView
        id={id}
        onDiscarded={() => navigate(paths.imports)}
        heading={(text) => <PageHeading>{text}</PageHeading>}
      />
    </section>
  );
}
