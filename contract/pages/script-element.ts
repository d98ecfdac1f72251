/** In JSON, only "<" could end the script element or open a comment. */
export function scriptElement(type: string, json: string, id?: string): string {
  const escaped = json.replaceAll("<", "\\u003c");
  return `<script type="${type}"${id ? ` id="${id}"` : ""}>${escaped}</script>`;
}
