import type { FastifyInstance } from 'fastify'
import { securityKeys } from '../../contract/security-keys.ts'
import { addKey, askNewKey, askOwnKeys, confirmByKey, ownKeys, partyOf, removeKey, usableParty } from '../identity/index.ts'
import { askFreshFactor } from '../kernel/access/fresh-factor.ts'
import type { Db } from '../kernel/db/index.ts'
import { implement } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'

/** 安全密钥 of the account (ADR 0838). A change of them is told to the owner, who may not be the one at the keyboard. */
export function joinSecurityKeys(k: Kernel): void {
  let http: FastifyInstance
  k.mounts.push((server) => {
    http = server
  })
  const tell = (call: Call, userId: number, what: string) => (db: Db, key: { name: string }) =>
    notify(db, k, {
      to: { userId },
      kind: 'security',
      title: `您的账号${what}了安全密钥“${key.name}”。如非本人操作，请立即联系安全管理员`,
      link: '/work/account',
      key: `security-key:${call.requestId}`,
    })
  implement(k, 'account', securityKeys, {
    list: ({ actor }) => ownKeys(k, actor, partyOf(k, http)),
    askNew: async ({ actor }) => {
      await askFreshFactor(k, actor)
      return askNewKey(k, actor, usableParty(k, http))
    },
    add: async ({ body, call, actor }) => {
      await askFreshFactor(k, actor)
      return addKey(k, call, actor, usableParty(k, http), body, tell(call, actor.userId, '登记'))
    },
    remove: async ({ body, call, actor }) => {
      await askFreshFactor(k, actor)
      return removeKey(k, call, actor, body.id, tell(call, actor.userId, '移除'))
    },
    ask: ({ actor }) => askOwnKeys(k, actor, usableParty(k, http)),
    confirm: ({ body, call, actor }) => confirmByKey(k, call, actor, usableParty(k, http), body.answer),
  })
}
