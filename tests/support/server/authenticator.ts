import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

/** Faults of an authenticator. */
interface Otherwise {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  /** The counter that it reports; by default one more than before. */
  readonly counter?: number
  /** Whether it has verified its owner. */
  readonly userVerified?: boolean
  /** Signs with another key. */
  readonly key?: KeyObject
}

/** The part of WebAuthn's options that the authenticator reads. */
interface Options {
  readonly challenge: string
}

/** A software passkey, bound to an origin: makes the values that a browser would send (WebAuthn, attestation `none`, ES256). */
export interface Authenticator {
  readonly id: string
  /** For a browser's virtual device: PKCS #8, in Base64. */
  readonly privateKey: string
  /** Returns a RegistrationResponseJSON. */
  create(options: Options, otherwise?: Otherwise): Record<string, unknown>
  /** Returns an AuthenticationResponseJSON. */
  sign(options: Options, otherwise?: Otherwise): Record<string, unknown>
}

const UP = 0x01
const UV = 0x04
const AT = 0x40

export function createAuthenticator(origin: string): Authenticator {
  const id = randomBytes(16)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0

  function clientData(type: 'create' | 'get', { challenge }: Options, otherwise: Otherwise): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: `webauthn.${type}`,
        challenge: otherwise.challenge ?? challenge,
        origin: otherwise.origin ?? origin,
        crossOrigin: false,
      }),
    )
  }

  function authenticatorData(
    flags: number,
    { rpId, counter: given, userVerified = true }: Otherwise,
    rest = Buffer.alloc(0),
  ): Buffer {
    counter = given ?? counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const ofRp = createHash('sha256')
      .update(rpId ?? new URL(origin).hostname)
      .digest()
    return Buffer.concat([ofRp, Buffer.from([flags | UP | (userVerified ? UV : 0)]), count, rest])
  }

  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key', clientExtensionResults: {} }
  return {
    id: named.id,
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    create(options, otherwise = {}) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const authData = authenticatorData(AT, { counter: 0, ...otherwise }, attested)
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      const response = {
        clientDataJSON: clientData('create', options, otherwise).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      }
      return { ...named, authenticatorAttachment: 'platform', response }
    },
    sign(options, otherwise = {}) {
      const client = clientData('get', options, otherwise)
      const data = authenticatorData(0, otherwise)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('SHA256')
          .update(signed)
          .sign(otherwise.key ?? privateKey)
          .toString('base64url'),
      }
      return { ...named, response }
    },
  }
}

/** Encodes a public key on P-256 as COSE. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  )
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** Encodes the part of CBOR (RFC 8949) that attestations need. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? header(1, -1 - value) : header(0, value)
  if (typeof value === 'string') return Buffer.concat([header(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([header(2, value.length), value])
  return Buffer.concat([header(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

function header(kind: number, count: number): Buffer {
  const first = kind << 5
  if (count < 24) return Buffer.from([first | count])
  return count < 256 ? Buffer.from([first | 24, count]) : Buffer.from([first | 25, count >> 8, count & 255])
}
