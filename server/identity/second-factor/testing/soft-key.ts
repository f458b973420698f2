import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyAnswer, NewKeyAnswer } from '../../../../contract/security-keys.ts'

const b64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const counterBytes = (counter: number) => {
  const four = Buffer.alloc(4)
  four.writeUInt32BE(counter)
  return four
}
const PRESENT = 0x01
const WITH_KEY = 0x40

/** A security key in software (P-256, attestation none), so that tests can also answer wrongly. */
export function softKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const shared = { id: b64(id), rawId: b64(id), type: 'public-key' as const }
  return {
    id: shared.id,
    setCounter: (value: number) => {
      counter = value
    },
    create(asked: { challenge: string; rp: { id: string } }, origin: string): NewKeyAnswer {
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x!, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y!, 'base64url'),
      ])
      const authData = Buffer.concat([
        sha256(asked.rp.id),
        Buffer.from([PRESENT | WITH_KEY]),
        counterBytes(counter),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        cose,
      ])
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, authData.length]),
        authData,
      ])
      return {
        ...shared,
        response: {
          clientDataJSON: b64(clientData('webauthn.create', asked.challenge, origin)),
          attestationObject: b64(attestation),
          transports: ['usb'],
        },
      }
    },
    get(asked: { challenge: string; rpId: string }, origin: string): KeyAnswer {
      counter += 1
      const data = clientData('webauthn.get', asked.challenge, origin)
      const authData = Buffer.concat([sha256(asked.rpId), Buffer.from([PRESENT]), counterBytes(counter)])
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return { ...shared, response: { clientDataJSON: b64(data), authenticatorData: b64(authData), signature: b64(signature) } }
    },
  }
}
