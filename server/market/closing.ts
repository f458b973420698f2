import { shanghaiMinute } from '../../contract/shanghai.ts'
import { sql } from 'kysely'
import type { OpenMatter } from '../../contract/account-data.ts'
import { marketKinds, marketStates, visitStates, type MarketKind } from '../../contract/market/states.ts'
import type { Actor } from '../kernel/actor.ts'
import { systemCall } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersOpenMatters } from '../kernel/offers/open-matters.ts'
import { contactsOf } from './company-contact.ts'
import { ownersOf, ownersPage, visitorsPage } from './moves.ts'
import { isListed } from './visible.ts'
import { endVisits } from './visit-ends.ts'

const { booked, cancelled } = visitStates.code
const LEFT = '约看的人已注销账号'

/** The visits ahead that this account booked. */
const visitsAhead = (k: Kernel, db: Db, userId: number) =>
  db
    .selectFrom('market_visit as v')
    .innerJoin('market_slot as s', 's.id', 'v.slot_id')
    .innerJoin('market_item as p', 'p.id', 'v.item_id')
    .where('v.user_id', '=', userId)
    .where('v.state', '=', booked)
    .where('s.start_at', '>', k.clock.now().toISOString())

/** When an account is closed, the half hours that it booked are free again, and their owners are told. */
export async function leaveVisits(k: Kernel, db: Db, userId: number): Promise<void> {
  const ahead = await visitsAhead(k, db, userId)
    .select(['v.id', 'v.item_id', 's.start_at', 'p.title', 'p.kind', 'p.origin', 'p.company_id', 'p.user_id', 'p.created_by'])
    .orderBy('v.id')
    .forUpdate('v')
    .execute()
  await endVisits(k, db, systemCall('account.close'), ahead, { to: cancelled, outcome: LEFT }, (visit) => ({
    to: ownersOf(visit),
    title: `${shanghaiMinute(visit.start_at)} 看“${visit.title}”的约定已取消`,
    body: LEFT,
    link: ownersPage(visit, 'contacts'),
  }))
}

/** Items and visits that whoever closes an account reads about before, with what becomes of them (identity.md D5). */
export const offerMarketOpenMatters = (k: Kernel): void =>
  offersOpenMatters(k, async (actor) =>
    actor.type === 'YYF' ? [] : [...(await ownItems(k, actor)), ...(await ofCompanies(k, actor)), ...(await ownVisits(k, actor))],
  )

const nameOf = (kind: MarketKind): string => marketKinds[kind].name
/** Only a supply can be visited. */
const visitsOf = (kind: MarketKind): string => (marketKinds[kind].side === 'supply' ? '，别人约好的看房取消并通知对方' : '')

/** What the person offers or seeks themselves. */
async function ownItems(k: Kernel, { userId }: Actor): Promise<OpenMatter[]> {
  const rows = await k.db
    .selectFrom('market_item as p')
    .where('p.user_id', '=', userId)
    .where('p.company_id', 'is', null)
    .where('p.deleted', '=', false)
    .where((e) => e.or([e('p.state', '=', marketStates.code.pending), isListed(k)]))
    .select((e) => ['p.kind', 'p.state', e.fn.countAll<number>().as('count')])
    .groupBy(['p.kind', 'p.state'])
    .orderBy('p.kind')
    .orderBy('p.state')
    .execute()
  return rows.map(({ kind, state, count }) => ({
    title: `${nameOf(kind)}（${state === marketStates.code.pending ? '待审核' : '已公开'}）`,
    count,
    deadline: null,
    to: marketKinds[kind].own,
    atClosing: state === marketStates.code.pending ? '联系人和电话随账号删除，不能再审核通过' : `不再公开${visitsOf(kind)}`,
  }))
}

/** Items of companies whose contact is this account: another account of the company takes over, if there is one. */
async function ofCompanies(k: Kernel, { userId }: Actor): Promise<OpenMatter[]> {
  const open = (await contactsOf(k.db, userId)).filter(
    ({ state, deleted }) => !deleted && (state === marketStates.code.pending || state === marketStates.code.passed),
  )
  return [...Map.groupBy(open, ({ kind }) => kind)].map(([kind, items]) => ({
    title: `以本账号为联系人的企业${nameOf(kind)}`,
    count: items.length,
    deadline: null,
    to: marketKinds[kind].own,
    atClosing: `改由企业绑定了手机号的其他账号联系；没有的不再公开${visitsOf(kind)}`,
  }))
}

async function ownVisits(k: Kernel, { userId }: Actor): Promise<OpenMatter[]> {
  const rows = await visitsAhead(k, k.db, userId)
    .select(['p.kind', sql<number>`count(*)::int`.as('count')])
    .groupBy('p.kind')
    .orderBy('p.kind')
    .execute()
  return rows.map(({ kind, count }) => ({
    title: `约好的看房（${nameOf(kind)}）`,
    count,
    deadline: null,
    to: visitorsPage(kind),
    atClosing: '取消并通知对方',
  }))
}
