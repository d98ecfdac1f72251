import { parseRating } from "./rating-field.tsx";
import { ReviewCard } from "./review-card.tsx";

type Props = {
  name: string;
  ratting: string;
  description: string;
  signature: string;
  img: string;
};

export function ReviewPreview({ name, ratting, description, signature, img }: Props) {
  const review = {
    _id: "",
    name: name.trim() || signature,
    ratting: parseRating(ratting) ?? 0,
    img,
    description: description.trim() || "What you write stands here.",
    boughtHere: false,
  };
  return (
    <aside aria-label="Preview" className="grid gap-3">
      <p className="text-sm font-semibold">As others will see it</p>
      <ReviewCard review={review} />
    </aside>
  );
}
