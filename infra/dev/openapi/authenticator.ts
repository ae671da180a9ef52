import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

/** Encodes what attestation objects and COSE keys consist of (RFC 8949). */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, member]) => [encodeCbor(key), encodeCbor(member)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, value: number): Buffer {
  const type = major << 5;
  if (value < 24) return Buffer.from([type | value]);
  return value < 256 ? Buffer.from([type | 24, value]) : Buffer.from([type | 25, value >> 8, value & 255]);
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest();
}

/** The used parts of the options of an enrolment and of a sign-in. */
export interface SignInChallenge {
  challenge: string;
}
export interface EnrolmentChallenge extends SignInChallenge {
  user: { id: string };
}

/** What an attacker's, or another site's, page and authenticator would send otherwise. */
export interface Deviation {
  challenge?: string;
  origin?: string;
  type?: string;
  host?: string;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
  key?: KeyObject;
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_KEY = 64;

/** A passkey of an authenticator in software, with its page: makes what browsers send for the options of the service. */
export class Authenticator {
  readonly #origin: string;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(32);
  counter = 0;
  userHandle = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Answers the options of an enrolment. */
  enrol({ challenge, user }: EnrolmentChallenge, deviation: Deviation = {}) {
    this.userHandle = user.id;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const [typeKey, algorithm, curve, xKey, yKey] = [1, 3, -1, -2, -3];
    const key = new Map<number, Cbor>([
      [typeKey, 2],
      [algorithm, -7],
      [curve, 1],
      [xKey, Buffer.from(x, 'base64url')],
      [yKey, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.from([this.id.length >> 8, this.id.length & 255]);
    const credential = [Buffer.alloc(16), length, this.id, encodeCbor(key)];
    const authData = Buffer.concat([this.#data(HAS_KEY, deviation), ...credential]);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      id: this.id.toString('base64url'),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, deviation).toString('base64url'),
        attestationObject: encodeCbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Answers the options of a sign-in. */
  signIn({ challenge }: SignInChallenge, deviation: Deviation = {}) {
    this.counter += 1;
    const clientData = this.#clientData('webauthn.get', challenge, deviation);
    const authenticatorData = this.#data(0, deviation);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    const signature = sign('sha256', signed, deviation.key ?? this.#keys.privateKey);
    return {
      id: this.id.toString('base64url'),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: deviation.userHandle ?? this.userHandle,
      },
    };
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const data = { type, challenge, origin: this.#origin, crossOrigin: false };
    const { challenge: otherChallenge = challenge, origin = data.origin, type: otherType = type } = deviation;
    return Buffer.from(JSON.stringify({ ...data, type: otherType, challenge: otherChallenge, origin }));
  }

  #data(flags: number, { host, isVerified = true, counter = this.counter }: Deviation): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const all = flags | USER_PRESENT | (isVerified ? USER_VERIFIED : 0);
    return Buffer.concat([sha256(host ?? new URL(this.#origin).hostname), Buffer.from([all]), count]);
  }
}
