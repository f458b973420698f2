/** 安全密钥 (A-08; domains/identity.md E): keys by WebAuthn beside the authenticator app. Ours, ADR 0838. */
import { z } from 'zod'
import { get, post, types } from './endpoint.ts'
import { id, ok, query, requiredLine } from './fields.ts'

const ticket = z.string({ error: '请重新登录' }).min(20, '请重新登录').max(100, '请重新登录')
const unread = '没有读到安全密钥的应答，请重试'
const bytes = (max: number) =>
  z
    .string({ error: unread })
    .max(max, unread)
    .regex(/^[\w-]+$/, unread)

const known = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })
/** What a key is asked when it is used, as browsers expect it. */
const KeyQuestion = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('discouraged'),
  allowCredentials: z.array(known),
})
export type KeyQuestion = z.output<typeof KeyQuestion>
/** What a new key is asked. */
const NewKeyQuestion = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({ residentKey: z.literal('discouraged'), userVerification: z.literal('discouraged') }),
  excludeCredentials: z.array(known),
})
export type NewKeyQuestion = z.output<typeof NewKeyQuestion>

const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key', { error: unread }) }
const KeyAnswer = z.strictObject({
  ...credential,
  response: z.strictObject({ clientDataJSON: bytes(4000), authenticatorData: bytes(4000), signature: bytes(4000) }),
})
export type KeyAnswer = z.output<typeof KeyAnswer>
const NewKeyAnswer = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(20, unread)).max(8, unread),
  }),
})
export type NewKeyAnswer = z.output<typeof NewKeyAnswer>

const withAnswer = z.strictObject({ answer: KeyAnswer })
export const keyAtLogIn = {
  ask: post('/sys/webauthn/askAtLogIn', {
    access: 'public',
    body: z.strictObject({ ticket }),
    returns: KeyQuestion,
    summary: '登录第二步：向安全密钥提问',
  }),
  enter: post('/sys/webauthn/loginSecond', {
    access: 'public',
    body: z.strictObject({ ticket, answer: KeyAnswer }),
    returns: z.object({ token: z.string(), refreshToken: z.string() }),
    summary: '登录第二步：安全密钥的应答',
  }),
}

export const securityKeys = {
  list: get('/sys/webauthn/list', {
    access: types('YYF'),
    query: query({}),
    returns: z.object({
      /** the address of the platform allows keys: https, or localhost */
      available: z.boolean(),
      /** an authenticator app is bound, which keys need beside them */
      ready: z.boolean(),
      list: z.array(z.object({ id: z.number(), name: z.string(), createTime: z.string(), useTime: z.string().nullable() })),
    }),
    summary: '本人的安全密钥',
  }),
  askNew: post('/sys/webauthn/askNew', {
    access: types('YYF'),
    body: z.strictObject({}),
    returns: NewKeyQuestion,
    summary: '登记安全密钥：向新的密钥提问',
  }),
  add: post('/sys/webauthn/add', {
    access: types('YYF'),
    body: z.strictObject({ name: requiredLine(30, '请给安全密钥起一个名称'), answer: NewKeyAnswer }),
    returns: z.object({ id: z.number() }),
    summary: '登记安全密钥：新密钥的应答',
  }),
  remove: post('/sys/webauthn/remove', {
    access: types('YYF'),
    body: z.strictObject({ id }),
    returns: ok,
    summary: '移除安全密钥',
  }),
  ask: post('/sys/webauthn/ask', {
    access: types('YYF'),
    body: z.strictObject({}),
    returns: KeyQuestion,
    summary: '授权等操作前，向安全密钥提问',
  }),
  confirm: post('/sys/webauthn/confirm', {
    access: types('YYF'),
    body: withAnswer,
    returns: z.boolean(),
    summary: '授权等操作前，用安全密钥代替动态验证码',
  }),
}
