/**
 * 平台的签名密钥 (domains/system.md C): created, shown once and renewed by a security officer; a receiver checks our signed links with it. Ours,
 * ADR 0771.
 */
import { z } from 'zod'
import { can, get, post } from '../endpoint.ts'
import { id, query, wireInt } from '../fields.ts'

/** Most days for the receiver to install a new key before we sign with it. */
export const MOST_OVERLAP_DAYS = 30

const keyRow = z.object({
  id: z.number(),
  startTime: z.string(),
  madeBy: z.string(),
  madeTime: z.string(),
  /** old: no longer used; now: signs; coming: the receiver can install it */
  state: z.enum(['old', 'now', 'coming']),
})
const signedPlatform = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  hosts: z.array(z.string()),
  enableFlag: z.number(),
  keys: z.array(keyRow),
  /** links signed in the last 24 hours */
  usedNum: z.number(),
})
export type SignedPlatform = z.output<typeof signedPlatform>

const who = can('role:manage')
export const platformKeys = {
  list: get('/sys/platform/keyList', {
    access: who,
    query: query({}),
    returns: z.array(signedPlatform),
    summary: '签名链接的平台及其密钥（不含密钥本身）',
  }),
  renew: post('/sys/platform/renewKey', {
    access: who,
    body: z.strictObject({ id, overlapDays: wireInt(0, MOST_OVERLAP_DAYS) }),
    returns: z.object({ keyId: z.number(), secret: z.string(), startTime: z.string() }),
    summary: '生成新的签名密钥，只显示这一次；到开始使用为止仍用原来的签名',
  }),
  tryOut: post('/sys/platform/trySign', {
    access: who,
    body: z.strictObject({ id }),
    /** `text`: the signed lines, in order; `enableFlag` 0: real links are not signed */
    returns: z.object({ url: z.string(), text: z.string(), sign: z.string(), enableFlag: z.number() }),
    summary: '试签：一个样例地址、签名的原文和结果，供对方核对',
  }),
}
