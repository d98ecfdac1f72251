import { useQuery } from "@tanstack/react-query";
import { ownProfile } from "#web/modules/customers/calls.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { ReviewForm } from "#web/modules/reviews/review-form.tsx";
import { PageHeading } from "./page-heading.tsx";

export function AddReviewPage() {
  const me = usePerson();
  // The picture may have changed since the session began.
  const { data: profile } = useQuery(ownProfile(me.email));
  return (
    <section>
      <PageHeading>Add Your Review</PageHeading>
      <p className="mb-6 max-w-prose leading-relaxed text-base-content/80">
        Your review helps other workshops. It appears on the home page, with your profile picture,
        at once or as soon as we have looked at it.
      </p>
      <ReviewForm person={me} img={profile?.img ?? me.img} />
    </section>
  );
}
