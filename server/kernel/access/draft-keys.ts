import { randomBytes } from 'node:crypto'
import { firstLink, SALT_BYTES } from '../../../contract/draft-chain.ts'
import type { DraftChain } from '../../../contract/draft.ts'
import type { Actor } from '../actor.ts'
import type { Kernel } from '../kernel.ts'
import { currentKey, hmacSm3 } from './keyring.ts'

/** The owner of drafts: the account, and separately each company for which the account acts. */
export const draftOwner = (actor: Actor) => ({ userId: actor.userId, company: actor.ownType ? actor.companyId : null })

const keyFor = (k: Kernel, actor: Actor, use: 'copy' | 'chain'): string => {
  const { userId, company } = draftOwner(actor)
  return hmacSm3(currentKey(k, 'draft-copy').key(use), `${userId}:${company ?? ''}`)
}

/**
 * The keys for copies of drafts in the browser, as hex. They depend on account and company only, so nobody else can read a copy that stays in
 * a shared browser.
 */
export const draftKeys = (k: Kernel, actor: Actor) => ({
  copyKey: keyFor(k, actor, 'copy').slice(0, 32),
  chainKey: keyFor(k, actor, 'chain'),
})

/** The beginning of a new chain of keys, for the pages of one tab. None for somebody who views as another person: drafts are not shown. */
export function newDraftChain(k: Kernel, actor: Actor): DraftChain | null {
  if (actor.viewer) return null
  const salt = randomBytes(SALT_BYTES)
  return { salt: salt.toString('hex'), link: Buffer.from(firstLink(Buffer.from(keyFor(k, actor, 'chain'), 'hex'), salt)).toString('hex') }
}
