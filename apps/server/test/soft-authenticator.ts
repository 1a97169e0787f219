import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { CreatedPasskey, PasskeyAssertion } from '@izgodno/contract/accounts/passkeys';

type Cbor = number | string | Buffer | ReadonlyMap<Cbor, Cbor>;

const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff]);
};

/** The part of CBOR (RFC 8949) that authenticators write. */
const toCbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, part]) => [toCbor(key), toCbor(part)]);
  return Buffer.concat([head(5, value.size), ...parts]);
};

const toCose = (publicKey: KeyObject): Buffer => {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return toCbor(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
};

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** Present, verified; the key may be on other devices. */
const UP = 0x01;
const UV = 0x04;
const BE = 0x08;
const AT = 0x40;

export interface Behaviour {
  readonly origin?: string;
  readonly host?: string;
  readonly challenge?: string;
  readonly userVerified?: boolean;
  /** The signature counter that it reports. */
  readonly counter?: number;
  readonly synced?: boolean;
  readonly userHandle?: string;
}

interface Request {
  readonly challenge: string;
}

const clientData = (type: string, request: Request, behaviour: Behaviour): Buffer =>
  Buffer.from(
    JSON.stringify({
      type,
      challenge: behaviour.challenge ?? request.challenge,
      origin: behaviour.origin ?? 'http://localhost:5000',
      crossOrigin: false,
    }),
  );

const authenticatorData = (behaviour: Behaviour, attested?: Buffer): Buffer => {
  const { host = 'localhost', userVerified = true, counter = 0, synced = false } = behaviour;
  const flags =
    UP | (userVerified ? UV : 0) | (synced ? BE : 0) | (attested === undefined ? 0 : AT);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(host), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
};

/** An authenticator with one passkey, which works correctly or as `behaviour` says. */
export const createSoftAuthenticator = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);

  return {
    create(request: Request, behaviour: Behaviour = {}): CreatedPasskey {
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, toCose(publicKey)]);
      const attestation = new Map<Cbor, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(behaviour, attested)],
      ]);
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', request, behaviour).toString('base64url'),
        attestationObject: toCbor(attestation).toString('base64url'),
        transports: ['internal'],
      };
    },

    sign(request: Request, behaviour: Behaviour = {}): PasskeyAssertion {
      const json = clientData('webauthn.get', request, behaviour);
      const data = authenticatorData(behaviour);
      const signature = sign('sha256', Buffer.concat([data, sha256(json)]), privateKey);
      return {
        id: id.toString('base64url'),
        clientDataJSON: json.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        ...(behaviour.userHandle === undefined ? {} : { userHandle: behaviour.userHandle }),
      };
    },
  };
};

export type SoftAuthenticator = ReturnType<typeof createSoftAuthenticator>;
