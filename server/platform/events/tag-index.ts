import { everyOf, tagKind } from "#contract/tags.ts";

export class TagIndex<Item> {
  readonly #items = new Map<string, Set<Item>>();

  add(tags: readonly string[], item: Item): () => void {
    for (const tag of tags) {
      const items = this.#items.get(tag);
      if (items) items.add(item);
      else this.#items.set(tag, new Set([item]));
    }
    return () => {
      for (const tag of tags) {
        const items = this.#items.get(tag);
        if (items?.delete(item) && items.size === 0) this.#items.delete(tag);
      }
    };
  }

  find(tags: readonly string[]): Set<Item> {
    const found = new Set<Item>();
    for (const tag of tags) {
      for (const each of this.#tagsFor(tag)) {
        for (const item of this.#items.get(each) ?? []) found.add(item);
      }
    }
    return found;
  }

  #tagsFor(tag: string): Iterable<string> {
    const every = everyOf(tag);
    if (every === undefined) return [tag];
    if (tag !== every) return [tag, every];
    const kind = tagKind(tag);
    return [...this.#items.keys()].filter((key) => tagKind(key) === kind && key.includes(":"));
  }
}
