import { challengeAnsweredMessage } from "../messages.ts";

const shop = new URL(location.href).searchParams.get("shop");
if (shop && window.parent !== window) window.parent.postMessage(challengeAnsweredMessage, shop);
