// A security key in software, that can be copied and can lie about where it is.
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type {
  CreationOptions,
  NewPasskey,
  PasskeyAnswer,
  RequestOptions,
} from "#contract/passkeys.ts";

type Lie = { origin?: string; counter?: number; isVerified?: boolean };

export type Authenticator = ReturnType<typeof createAuthenticator>;

export function createAuthenticator(shopOrigin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = "";

  const clientData = (type: string, challenge: string, origin = shopOrigin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function dataOf(
    rpId: string,
    { counter: told = ++counter, isVerified = true }: Lie,
    made?: Buffer,
  ) {
    const flags = 1 | (isVerified ? 4 : 0) | (made ? 0x40 : 0);
    const numbers = Buffer.alloc(5);
    numbers.writeUInt8(flags);
    numbers.writeUInt32BE(told, 1);
    return Buffer.concat([sha256(rpId), numbers, ...(made ? [made] : [])]);
  }

  return {
    make({ challenge, rp, user }: CreationOptions, name = "Key", lie: Lie = {}): NewPasskey {
      userHandle = user.id;
      const point = [x, y].map((part) => new Uint8Array(Buffer.from(part, "base64url")));
      const key = new Map<number, number | Uint8Array>([
        ...([
          [1, 2],
          [3, -7],
          [-1, 1],
        ] as const),
        ...point.map((part, index) => [-2 - index, part] as const),
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const made = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(dataOf(rp.id, lie, made))],
      ]);
      return {
        name,
        id: id.toString("base64url"),
        attestationObject: text(isoCBOR.encode(attestation as never)),
        clientDataJSON: text(clientData("webauthn.create", challenge, lie.origin)),
        transports: ["usb"],
      };
    },

    answer({ challenge, rpId }: RequestOptions, lie: Lie = {}): PasskeyAnswer {
      const client = clientData("webauthn.get", challenge, lie.origin);
      const data = dataOf(rpId, lie);
      return {
        id: id.toString("base64url"),
        authenticatorData: text(data),
        clientDataJSON: text(client),
        signature: text(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle,
      };
    },
  };
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
