import { ASKED_ALREADY, factorReset, REQUEST_GONE } from '../../../contract/identity/factor-reset.ts'
import type { Data, Parsed } from '../../../contract/endpoint.ts'
import { shanghaiMinute } from '../../../contract/shanghai.ts'
import { factorOff } from './logged.ts'
import { askFreshFactor } from '../../kernel/access/fresh-factor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { notFound, refused } from '../../kernel/errors.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import { kernelOf } from '../../kernel/kernel-of.ts'
import { implement } from '../../kernel/implement.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { offersTodo } from '../../kernel/offers/todos.ts'
import { forget } from '../authenticate.ts'
import { lockedUser } from '../admin/locked-user.ts'
import { countSessionsOf } from '../own-sessions.ts'
import { rightsNotices, type ResetEvent } from '../rights-notices.ts'
import { revokeSessions } from '../sessions.ts'
import { normalUserName } from '../user-name.ts'
import { factorOf } from './proof.ts'
import { endOfReset, endReset, resetsBy, resetsOf, type Reset } from './reset-request.ts'
import { removeFactor } from './own.ts'
import { expireReset, watchResets } from './reset-expiry.ts'

/**
 * 解除动态验证码: removes the second factor of a person who lost the app. Two security officers within a day, and not for themselves: the
 * first asks, the second reads who asked and why, and decides about that request on that factor (ADR 1035).
 */
export function joinFactorReset(k: Kernel): void {
  implement(k, 'identity', factorReset, {
    find: ({ query, actor }) => findReset(k, actor, query.id),
    ask: async ({ body, call, actor }) => {
      await askFreshFactor(k, actor)
      return askReset(k, call, actor, body)
    },
    decide: async ({ body, call, actor }) => {
      await askFreshFactor(k, actor)
      return decideReset(k, call, actor, body)
    },
    withdraw: ({ body, call, actor }) => withdrawReset(k, call, actor, body),
  })
  watchResets(k)
  offersTodo(k, {
    kind: 'factor-reset',
    group: '权限',
    of: ({ permissions }) =>
      permissions.has('role:manage') ? { label: '待确认的解除动态验证码', to: '/work/user?factorReset=others' } : null,
    find: (_, actor) =>
      resetsBy(k.db, k.clock.now(), actor.userId, 'others')
        .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('x.asked_at').as('oldest')])
        .executeTakeFirstOrThrow(),
  })
}

const requestGone = () => refused('这项申请已不在：已由他人办理、由提出人撤回，或已过期', REQUEST_GONE)
const notForOneself = () => refused('不能由本人解除自己的动态验证码，请由另一名安全管理员办理', 'OWN_WORK')
const noFactor = () => refused('该用户没有开启动态验证码', 'STATE')
const minute = (at: string) => shanghaiMinute(at).slice(5)

async function findReset(k: Kernel, actor: Actor, id: number): Promise<Data<typeof factorReset.find>> {
  const user = await k.db.selectFrom('sys_user').select(['user_name', 'name']).where('id', '=', id).executeTakeFirst()
  if (!user) throw notFound('该用户不存在或已被删除')
  const count = (table: 'recovery_code' | 'security_key') =>
    k.db
      .selectFrom(table)
      .where('user_id', '=', id)
      .$if(table === 'recovery_code', (q) => q.where('used_at', 'is', null))
      .select((e) => e.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  return {
    userName: user.user_name,
    name: user.name,
    asked: (await resetsOf(k.db, k.clock.now(), [id], actor.userId)).get(id)?.asked ?? null,
    sessions: await countSessionsOf(k, id),
    codes: (await count('recovery_code')).n,
    keys: (await count('security_key')).n,
  }
}

async function askReset(
  k: Kernel,
  call: Call,
  actor: Actor,
  { id, reason }: Parsed<typeof factorReset.ask>['body'],
): Promise<{ until: string }> {
  if (id === actor.userId) throw notForOneself()
  return k.db.transaction().execute(async (db) => {
    const user = await lockedUser(db, id)
    if (!(await factorOf(db, id))) throw noFactor()
    const now = k.clock.now()
    const open = (await resetsOf(db, now, [id], actor.userId)).get(id)?.asked
    if (open?.own) throw refused(`您已于 ${minute(open.askTime)} 提出，等另一名安全管理员确认`, 'SECOND_OFFICER')
    if (open) throw refused(`${open.askedBy}已于 ${minute(open.askTime)} 提出解除，请看过申请再决定`, ASKED_ALREADY)
    // One that was left from yesterday, or from an earlier factor.
    await expireReset(k, db, user)
    await endReset(db, id)
    await db.insertInto('factor_reset').values({ user_id: id, asked_by: actor.userId, reason, asked_at: now }).execute()
    await audit(db, call, { action: 'secondFactor.ask', objectType: 'user', objectId: id, detail: { userName: user.user_name, reason } })
    await tell(db, call, user, { event: 'asked', askedBy: actor.userId, reason })
    return { until: endOfReset(now.toISOString()) }
  })
}

/** The request that the officer read, under the lock of the account: whatever else decides about it waits. */
async function lockedRequest(k: Kernel, db: Db, actor: Actor, { id, askTime }: { id: number; askTime: string }) {
  const user = await lockedUser(db, id)
  const request = (await resetsOf(db, k.clock.now(), [id], actor.userId)).get(id)
  if (!request || Date.parse(request.asked.askTime) !== Date.parse(askTime)) throw requestGone()
  return { user, request }
}

async function decideReset(k: Kernel, call: Call, actor: Actor, body: Parsed<typeof factorReset.decide>['body']): Promise<true> {
  const { id, decision, opinion } = body
  if (id === actor.userId) throw notForOneself()
  await k.db.transaction().execute(async (db) => {
    const { user, request } = await lockedRequest(k, db, actor, body)
    if (request.asked.own) throw refused('不能确认本人提出的申请，请由另一名安全管理员办理', 'OWN_WORK')
    const { reason } = request.asked
    const detail = { userName: user.user_name, reason, askedBy: request.askedBy, ...(opinion === '' ? {} : { opinion }) }
    if (decision === 'refuse') {
      await endReset(db, id)
      await audit(db, call, { action: 'secondFactor.refuse', objectType: 'user', objectId: id, detail })
    } else {
      await removeFactor(db, id)
      await revokeSessions(db, id, 'factor', k.clock.now())
      await audit(db, call, { action: 'secondFactor.remove', objectType: 'user', objectId: id, detail: { ...detail, ...factorOff } })
    }
    await tell(db, call, user, { ...toldOf(request), event: decision === 'refuse' ? 'refused' : 'confirmed', opinion })
  })
  if (decision === 'confirm') forget(k, { users: [id] })
  return true
}

const withdrawReset = (k: Kernel, call: Call, actor: Actor, body: Parsed<typeof factorReset.withdraw>['body']): Promise<true> =>
  k.db.transaction().execute(async (db) => {
    const { user, request } = await lockedRequest(k, db, actor, body)
    if (!request.asked.own) throw refused('只能由提出人撤回，您可以不同意', 'OWN_WORK')
    await endReset(db, body.id)
    await audit(db, call, { action: 'secondFactor.withdraw', objectType: 'user', objectId: body.id, detail: { userName: user.user_name } })
    await tell(db, call, user, { ...toldOf(request), event: 'withdrawn' })
    return true as const
  })

const toldOf = ({ askedBy, asked }: Reset) => ({ askedBy, reason: asked.reason })
async function tell(
  db: Db,
  call: Call,
  user: { id: number; user_name: string; name: string },
  told: { event: ResetEvent; askedBy: number; reason: string; opinion?: string },
): Promise<void> {
  const { id, user_name: userName, name } = user
  await rightsNotices(kernelOf(db))?.resetFactor(db, { call, user: { id, userName, name }, opinion: '', ...told })
}

/** For the server's command line, when no officer can do it. */
export async function removeFactorByName(k: Kernel, call: Call, userName: string): Promise<void> {
  const id = await k.db.transaction().execute(async (db) => {
    const user = await db.selectFrom('sys_user').select('id').where('user_name', '=', normalUserName(userName)).executeTakeFirst()
    if (!user) throw refused(`没有用户 ${userName}`)
    await removeFactor(db, user.id)
    await revokeSessions(db, user.id, 'factor', k.clock.now())
    await audit(db, call, {
      action: 'secondFactor.remove',
      objectType: 'user',
      objectId: user.id,
      detail: { userName, atServer: true, ...factorOff },
    })
    return user.id
  })
  forget(k, { users: [id] })
}
