import { sql, type RawBuilder } from 'kysely'
import type { market } from '../../contract/market/dealing.ts'
import { marketKinds } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { notFound, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { handled, notify } from '../system/index.ts'
import { answersChanged } from './answers.ts'
import { owns } from './flow.ts'
import { MARKET, seenBy } from './visible.ts'

/** When this many owners have marked a user as an agent or a nuisance, the user gets no contacts until staff remove marks. */
const STOPPING_MARKS = 3
const waits = (userId: number) => `stopped:market:${userId}`

/** An owner of several items counts once. */
const owners = sql<number>`count(distinct coalesce('c' || p.company_id, 'u' || p.user_id, 'g'))::int`
/** Whether a user is stopped. */
export const isStopped = (user: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(select ${owners} >= ${sql.lit(STOPPING_MARKS)} from market_contact m
    join market_item p on p.id = m.item_id where m.user_id = ${user} and m.mark <> '')`

async function markedBy(db: Db, userId: number): Promise<number> {
  const { many } = await db
    .selectFrom('market_contact as t')
    .innerJoin('market_item as p', 'p.id', 't.item_id')
    .select(owners.as('many'))
    .where('t.user_id', '=', userId)
    .where('t.mark', '!=', '')
    .executeTakeFirstOrThrow()
  return many
}
export const stopped = () => refused('您已被多位业主标记，暂时不能索取联系方式、提问和约看。如有异议，请联系平台工作人员', 'STOPPED')
export async function refuseStopped(k: Kernel, actor: Actor): Promise<void> {
  if ((await markedBy(k.db, actor.userId)) >= STOPPING_MARKS) throw stopped()
}

/** The owner records that they answered, or marks the caller; staff may remove a mark. */
export async function markContact(k: Kernel, call: Call, { id, answered, mark }: Parsed<typeof market.markContact>['body']): Promise<true> {
  await k.db.transaction().execute(async (db) => {
    const actor = signedIn(call.actor)
    const row = await db
      .selectFrom('market_contact as t')
      .innerJoin('market_item as p', 'p.id', 't.item_id')
      .where('t.id', '=', id)
      .where(seenBy(actor))
      .select(['t.id', 't.user_id as asker', 't.answered_at', 'p.id as item_id', 'p.kind', 'p.origin', 'p.company_id', 'p.user_id'])
      .forUpdate('t')
      .executeTakeFirst()
    if (!row) throw notFound('没有这条联系记录')
    const staff = actor.permissions.has('market:manage') && mark === '' && answered === undefined
    if (!owns(actor, row) && !staff) throw notFound('没有这条联系记录')
    const before = row.asker === null ? 0 : await lockedMarks(db, row.asker)
    await db
      .updateTable('market_contact')
      .set({
        ...(answered === undefined ? {} : { answered_at: answered ? (row.answered_at ?? k.clock.now()) : null }),
        ...(mark === undefined ? {} : { mark }),
      })
      .where('id', '=', id)
      .execute()
    await audit(db, call, {
      action: 'market.mark',
      objectType: MARKET,
      objectId: row.item_id,
      detail: { contactId: id, mark: mark ?? null, answered: answered ?? null },
    })
    if (row.asker !== null && mark !== undefined) await tellStop(k, db, row.asker, row.kind, before)
  })
  answersChanged(k)
  return true
}

/** Locks the account's row, so that of marks at the same time one counts as the last. */
async function lockedMarks(db: Db, userId: number): Promise<number> {
  await db.selectFrom('sys_user').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()
  return markedBy(db, userId)
}

/** The mark that stops an account is told to it and to staff, who rule on it; the end of the stop is told to the account. */
async function tellStop(k: Kernel, db: Db, userId: number, kind: keyof typeof marketKinds, before: number): Promise<void> {
  const now = await markedBy(db, userId)
  const { own, desk } = marketKinds[kind]
  if (before < STOPPING_MARKS && now >= STOPPING_MARKS) {
    await notify(db, k, {
      to: { userId },
      kind: 'market',
      title: '您已被多位业主标记，暂时不能索取联系方式、提问和约看',
      body: '如有异议，请联系平台工作人员，由工作人员核实后取消标记。',
      link: `${own}?show=contacts`,
    })
    await notify(db, k, {
      to: { permission: 'market:manage' },
      kind: 'work',
      title: '一个账号被多位业主标记，已暂停索取联系方式，请核实',
      link: `${desk}?show=reports`,
      waitsFor: waits(userId),
    })
  }
  if (before >= STOPPING_MARKS && now < STOPPING_MARKS) {
    await handled(db, k, waits(userId))
    await notify(db, k, {
      to: { userId },
      kind: 'market',
      title: '标记已取消，您可以继续索取联系方式、提问和约看',
      link: `${own}?show=contacts`,
    })
  }
}
