import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { paths } from "#web/app/paths.ts";
import { ownProfile } from "#web/modules/customers/calls.ts";
import { UpdateProfileForm } from "#web/modules/customers/update-profile-form.tsx";
import { usePerson } from "#web/modules/identity/person.ts";
import { uploadPicture } from "#web/modules/media/calls.ts";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { PageHeading } from "./page-heading.tsx";

export function UpdateProfilePage() {
  const me = usePerson();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: profile, error, refetch } = useQuery(ownProfile(me.email));

  async function openSavedProfile() {
    await client.invalidateQueries(ownProfile(me.email));
    await navigate(paths.dashboard);
  }

  return (
    <section>
      <PageHeading backToProfile>Update Profile</PageHeading>
      {!profile &&
        (error ? (
          <LoadFailed title="Your profile could not be fetched" error={error} retry={refetch} />
        ) : (
          <InlineLoading />
        ))}
      {profile && (
        <UpdateProfileForm
          personId={me._id}
          name={me.name}
          email={me.email}
          profile={profile}
          upload={uploadPicture}
          onSaved={openSavedProfile}
        />
      )}
    </section>
  );
}
