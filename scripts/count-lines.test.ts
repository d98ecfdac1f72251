import { expect, it } from "vitest";
import { countText } from "./count-lines.ts";

it("counts lines and the words of comments, and takes no text for a comment", () => {
  const text = `// One, two.
const address = "http://no-comment.example"; /* three */
const page = <p title="/* no */">// no</p>;
/**
 * Four five.
 */
`;
  // A block comment's own star counts, as it does at every commit.
  expect(countText("page.tsx", text)).toEqual({ lines: 6, commentWords: 7 });
});
