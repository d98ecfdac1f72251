/** JSON in a script element of a page: only "<" could end the element or open a comment there. */
export function scriptElement(type: string, json: string, id?: string): string {
  const escaped = json.replaceAll("<", "\\u003c");
  return `<script type="${type}"${id ? ` id="${id}"` : ""}>${escaped}</script>`;
}
