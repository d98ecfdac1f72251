import { ReviewCarousel } from "#web/reviews/review-carousel.tsx";
import { Section } from "../section.tsx";
import { Making } from "./making.tsx";
import { Ordering } from "./ordering.tsx";
import { Team } from "./team.tsx";

export function BelowProducts() {
  return (
    <>
      <Making />
      <Ordering />
      <Section
        id="reviews"
        about="Reviews"
        title="What customers say"
        aside="Written by people with an account here, the newest first."
        tone="shade"
      >
        <ReviewCarousel />
      </Section>
      <Team />
    </>
  );
}
