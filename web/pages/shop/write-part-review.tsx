import { PageLink } from "#web/app/page-link.tsx";
import { loginPath } from "#web/app/paths.ts";
import { UploadField } from "#web/modules/catalog/upload-field.tsx";
import { useSession } from "#web/modules/identity/session.ts";
import { uploadPicture } from "#web/modules/media/calls.ts";
import { PartReviewForm, Remark } from "#web/modules/reviews/part-review-form.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

type Props = {
  partId: string;
  address: string;
};

/** Buyers are told from their orders, so people sign in first. */
export function WritePartReview({ partId, address }: Props) {
  const { user } = useSession();
  if (user === undefined) return <InlineLoading />;
  if (user === null) {
    return (
      <Remark>
        Please{" "}
        <PageLink to={loginPath(address)} className="link font-semibold">
          sign in
        </PageLink>{" "}
        with the account that you ordered with.
      </Remark>
    );
  }
  return (
    <PartReviewForm
      partId={partId}
      person={user}
      pictureField={(given) => (
        <UploadField label="A picture, if you like" upload={uploadPicture} {...given} />
      )}
    />
  );
}
