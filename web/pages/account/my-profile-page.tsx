import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { ownProfile } from "#web/modules/customers/calls.ts";
import { useOwnVehicle } from "#web/modules/fitment/own-vehicle.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { useAdmin } from "#web/modules/identity/use-admin.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { DescriptionList } from "#web/ui/description-list.tsx";
import { Deferred, InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { landingCode } from "./landing.ts";
import { PageHeading } from "./page-heading.tsx";
import { VerifyEmail } from "./verify-email.tsx";

const loadOffer = async () => (await import("#web/modules/fitment/garage/offer-car.tsx")).OfferCar;

export function MyProfilePage() {
  const me = usePerson();
  const { admin, failure } = useAdmin();
  const own = useOwnVehicle();
  const { data, error, refetch } = useQuery(ownProfile(me.email));
  const { data: Landing, error: noLanding } = useQuery({
    ...landingCode(admin ?? false),
    enabled: admin !== undefined,
  });
  // Shown together, to avoid layout shift.
  const [isReady, setReady] = useState(false);
  const profile = isReady || failure || noLanding ? data : undefined;
  return (
    <section className="max-w-3xl">
      <PageHeading>My Profile</PageHeading>
      {!me.emailVerified && <VerifyEmail />}
      {Landing && <Landing onReady={() => setReady(true)} />}
      {!profile &&
        (error ? (
          <LoadFailed title="Your profile could not be fetched" error={error} retry={refetch} />
        ) : (
          <InlineLoading />
        ))}
      {profile && (
        <>
          <div className="mb-6 flex items-center gap-5">
            <Avatar name={me.name} img={profile.img} className="size-20 sm:size-24" />
            <div className="grid min-w-0 gap-1">
              <p className="font-display text-xl font-bold wrap-anywhere">{me.name}</p>
              <p className="wrap-anywhere text-base-content/80">{me.email}</p>
              {admin && (
                <p className="flex items-center gap-1.5 text-sm text-base-content/75">
                  <ShieldCheck className="size-4" aria-hidden="true" />
                  Admin of this shop
                </p>
              )}
            </div>
          </div>
          <DescriptionList
            lines={{
              Education: profile.education,
              Location: profile.location,
              Number: profile.number,
            }}
          />
        </>
      )}
      {/* Rendered after the profile, to avoid layout shift. */}
      {(profile || error) && (
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-4">
          <PageLink to={paths.updateProfile} className="btn btn-outline max-sm:w-full">
            Update Profile
          </PageLink>
          <PageLink to={paths.security} className="link py-2 font-medium">
            Sign-in and security
          </PageLink>
          <PageLink to={paths.garage} className="link py-2 font-medium">
            Garage
          </PageLink>
        </div>
      )}
      {own && (profile || error) && (
        <div className="mt-6">
          <Deferred load={loadOffer} props={{ own }} />
        </div>
      )}
    </section>
  );
}
