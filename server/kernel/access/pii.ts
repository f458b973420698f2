import { timingSafeEqual } from 'node:crypto'
import type { Kernel } from '../kernel.ts'
import { allKeys, currentKey, hmacSm3, keyById, macSm3, type PurposeKey } from './keyring.ts'
import { runningCipher } from './running-cipher.ts'

type Holder = Pick<Kernel, 'secret' | 'previousSecrets'>
const PURPOSE = 'pii'
const MAC_BYTES = 32

/**
 * Encrypts a phone number, ID number, contact or account (P-03): SM4-CBC, then HMAC-SM3 over key id, IV and ciphertext. Returns `s1.<key
 * id>.<base64url>`; sealing the same text twice gives two different values. The value is not bound to a row: it may be copied to another
 * column, as long as its key is the present one (`isCurrentSeal`).
 */
export function sealPii(k: Holder, text: string): string {
  const key = currentKey(k, PURPOSE)
  const body = runningCipher(key).encrypt(text)
  return `s1.${key.id}.${Buffer.concat([body, macOf(key, body)]).toString('base64url')}`
}

/** Opens a value of `sealPii`. Throws when the value was changed, is not a sealed value, or its key is not configured. */
export function openPii(k: Holder, sealed: string): string {
  const [version, keyId, encoded] = sealed.split('.')
  if (version !== 's1' || !keyId || !encoded) throw new Error('not a sealed value')
  const key = keyById(k, PURPOSE, keyId)
  const whole = Buffer.from(encoded, 'base64url')
  const body = whole.subarray(0, -MAC_BYTES)
  const mac = whole.subarray(-MAC_BYTES)
  if (mac.length !== MAC_BYTES || !timingSafeEqual(mac, macOf(key, body))) throw new Error('sealed value was changed')
  return runningCipher(key).decrypt(body)
}

const macOf = (key: PurposeKey, body: Buffer): Buffer => macSm3(key.key('mac'), key.id, body)

/** True when the value is sealed under the present key; `rotatePii` reseals the others. */
export const isCurrentSeal = (k: Holder, sealed: string): boolean => sealed.startsWith(`s1.${currentKey(k, PURPOSE).id}.`)

/** A search value for equality (`where phone_index = …`): HMAC-SM3 of the normalised text, 32 hex digits. It does not reveal the text. */
export const blindIndex = (k: Holder, text: string): string => indexUnder(currentKey(k, PURPOSE), text)

/** All values that a row may hold during key rotation: `where phone_index in blindIndexes(k, phone)`. */
export const blindIndexes = (k: Holder, text: string): string[] => allKeys(k, PURPOSE).map((key) => indexUnder(key, text))

const indexUnder = (key: PurposeKey, text: string) => hmacSm3(key.key('index'), normalised(text)).slice(0, 32)
/** Normalises what people regard as the same number: half width, no spaces or dashes, no +86, capital letters. */
const normalised = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s-]/g, '')
    .replace(/^(\+|00)86(?=1\d{10}$)/, '')
    .toUpperCase()

/**
 * Keeps at most `head` first and `tail` last characters with `stars` between them. At least half of the text stays hidden: a short one shows less,
 * and one of a few characters nothing.
 */
function maskMiddle(text: string, head: number, tail: number, stars: number): string {
  const letters = [...text]
  const share = Math.min(1, Math.floor(letters.length / 2) / (head + tail))
  const [first, last] = letters.length < 6 ? [0, 0] : [Math.floor(head * share), Math.floor(tail * share)]
  return letters.slice(0, first).join('') + '*'.repeat(stars) + letters.slice(letters.length - last).join('')
}
/** 138****1234. A landline keeps its last four digits, a short number fewer; null gives ''; a masked value is returned unchanged. */
export const maskPhone = (phone: string | null | undefined): string => {
  if (!phone || phone.includes('*')) return phone ?? ''
  return /^1\d{10}$/.test(phone) ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : maskMiddle(phone, 0, 4, 4)
}
/** 330102********1234 */
export const maskIdNumber = (id: string | null | undefined): string =>
  !id ? '' : id.length >= 15 ? `${id.slice(0, 6)}${'*'.repeat(id.length - 10)}${id.slice(-4)}` : maskMiddle(id, 6, 4, 8)
/** 6222****1234: a bank account, or an account of the unified log-in */
export const maskAccount = (account: string): string => maskMiddle(account, 4, 4, 4)
/** z***@example.com; of one letter before the @, nothing */
export const maskEmail = (mail: string | null | undefined): string => (mail ? mail.replace(/^(.(?=[^@]))?[^@]*/, '$1***') : '')
/** 张* · 张** · 欧阳**: keeps the first character, of long names the first two. */
export const maskName = (name: string | null | undefined): string => {
  const letters = [...(name ?? '')]
  return letters.length < 2
    ? letters.join('')
    : letters.slice(0, letters.length > 3 ? 2 : 1).join('') + '*'.repeat(Math.min(letters.length - 1, 2))
}
/**
 * Masks mail addresses: the part before the `@` keeps its first letter. The text is handled piece by piece, so the cost grows linearly with
 * its length.
 */
function maskMail(text: string): string {
  if (!text.includes('@')) return text
  const pieces = text.split('@')
  return pieces
    .map((piece, n) => {
      if (!/^[A-Za-z0-9-]+\.[A-Za-z0-9]/.test(pieces[n + 1] ?? '')) return piece
      let from = piece.length
      while (from > 0 && piece.length - from < 64 && /[A-Za-z0-9._%+-]/.test(piece[from - 1]!)) from -= 1
      while (from < piece.length && !/[A-Za-z0-9]/.test(piece[from]!)) from += 1
      return from === piece.length ? piece : `${piece.slice(0, from + 1)}***`
    })
    .join('@')
}

/** Masks every phone number, ID number and e-mail address inside free text (logs, audit details, exports). */
export const maskText = (text: string): string =>
  maskMail(text)
    .replace(/(?<!\d)(\d{6})\d{7,8}(\d{3}[\dXx])(?!\d)/g, '$1********$2')
    .replace(/(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g, '$1****$2')

/** `maskText` on every string inside a JSON value; numbers and keys stay. */
export const maskDeep = (value: unknown): unknown => {
  if (typeof value === 'string') return maskText(value)
  if (Array.isArray(value)) return value.map(maskDeep)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskDeep(inner)]))
  return value
}
