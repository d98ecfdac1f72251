// Loaded before the program: whatever address a part's picture has, the shop looks whether it is
// there, as somebody might who means well.
import { inPlaceOf } from "./in-place-of.ts";

inPlaceOf("server/modules/catalog/add-part-once.ts", new URL("./add-once.ts", import.meta.url));
