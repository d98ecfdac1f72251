// Loaded before the program: an order is answered while its transaction is still open.
import { inPlaceOf } from "./in-place-of.ts";

inPlaceOf("server/modules/orders/place-order.ts", new URL("./place-order.ts", import.meta.url));
