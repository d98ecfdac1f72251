// Texts that run where they are taken for HTML, an attribute, a script or an address.
import { list } from "./list.ts";

/** Each by itself, written in as many ways as there are to begin. */
const vectors = list`
    <script>xss(1)</script>  <ScRiPt >xss(1)</sCrIpT >  <script/x>xss(1)</script>
    <img src=x onerror=xss(1)>  <img/src=x/onerror=xss(1)>  <IMG SRC=x ONERROR='xss(1)'>
    <img src=\`x\`onerror=xss(1)>  <image src=x onerror=xss(1)>  <img src=x onerror=&#120;ss(1)>
    <svg onload=xss(1)>  <svg/onload=xss(1)>  <svg><script>xss(1)</script></svg>
    <svg><animate onbegin=xss(1) attributeName=x>  <svg><use href=data:image/svg+xml,x>
    <body onload=xss(1)>  <input autofocus onfocus=xss(1)>  <details open ontoggle=xss(1)>
    <video><source onerror=xss(1)></video>  <audio src=x onerror=xss(1)>
    <iframe src=javascript:parent.xss(1)>  <iframe srcdoc='<script>parent.xss(1)</script>'>
    <object data=javascript:xss(1)>  <embed src=javascript:xss(1)>  <marquee onstart=xss(1)>
    <a href=javascript:xss(1)>x</a>  <form action=javascript:xss(1)><button>x</button></form>
    <base href=//evil.example/>  <link rel=stylesheet href=//evil.example/x.css>
    <meta http-equiv=refresh content='0;javascript:xss(1)'>
    <style>@import'//evil.example'</style>  <math><mtext><img src=x onerror=xss(1)></mtext></math>
    <noscript><img src=x onerror=xss(1)>  <template><img src=x onerror=xss(1)></template>
    <xmp><img src=x onerror=xss(1)></xmp>  " onmouseover=xss(1) x="
    ' onfocus=xss(1) autofocus x='  javascript:xss(1)//  ";xss(1);//  ';xss(1);//  \`;xss(1);//
    \\";xss(1);//  #{xss(1)}  {{constructor.constructor('xss(1)')()}}`;

const exits = ["", '">', "</script>", "</title></textarea></style>", "--></noscript>"];

export const scriptTexts: readonly string[] = exits
  .flatMap((exit) => vectors.map((vector) => exit + vector))
  .map((text, number) => `${text.replace("xss(1)", `xss(${number})`)} ${wordOf(number)}`);

function wordOf(number: number): string {
  return `text${number}text`;
}

export function asPicture(text: string): string {
  return `/images/${text}`;
}

/** Addresses that are scripts: nowhere in the shop may one become a link. */
export const scriptAddresses = list`
    javascript:xss(1)  JaVaScRiPt:xss(1)  \x20javascript:xss(1)  java\tscript:xss(1)
    \x01javascript:xss(1)  java\nscript:xss(1)  javascript&colon;xss(1)  vbscript:xss(1)
    data:text/html,<script>xss(1)</script>  data:image/svg+xml,<svg onload=xss(1)>
    //evil.example/x.png  \\\\evil.example\\x.png  /\\evil.example/x.png  blob:x  file:///x
    feed:javascript:xss(1)  view-source:javascript:xss(1)  filesystem:http://x/  x:y`;
