import { sql } from 'kysely'
import type { HomeRow } from '../../../contract/policy/home.ts'
import type { PolicyListItem } from '../../../contract/policy/market.ts'
import { CLOSING_DAYS, POLICY_STATE } from '../../../contract/policy/codes.ts'
import { inWan } from '../../../contract/money.ts'
import { shanghaiDay } from '../../../contract/shanghai.ts'
import { today } from '../../kernel/clock.ts'
import { siteArea } from '../../kernel/config.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { homeFigure, homeList } from '../../kernel/public/home.ts'
import { keptFigure } from '../kept.ts'
import { hotPolicies, listPolicies } from '../market.ts'

const SHOWN = 6
const row = (id: number, title: string, note: string): HomeRow => ({
  title,
  url: `/page/policyserverdetail?id=${id}`,
  note,
  cells: [],
  urgent: false,
})

/** Recommended, newest and most read policies, and figures about them. */
export function offerPolicyHome(k: Kernel): void {
  homeList(k, { code: 'hotPolicy', label: '推荐政策', rows: recommended })
  homeList(k, {
    code: 'newest',
    label: '最新政策',
    more: '/page/policysearch?status=all',
    rows: async () => (await listPolicies(k, { sort: 'publish', outside: false, page: 1, pageSize: SHOWN })).list.map(newestRow),
  })
  homeList(k, {
    code: 'hot',
    label: '热门政策',
    more: '/page/policyserverhotList',
    rows: async () =>
      (await hotPolicies(k, { page: 1, pageSize: SHOWN })).list
        .filter(({ viewNum }) => viewNum > 0)
        .map((p) => row(p.id, p.policyTitle, `${p.viewNum} 次浏览`)),
  })
  const numbers = () => keptFigure(k, 'home', () => figureNumbers(k))
  homeFigure(k, {
    code: 'policyTotal',
    label: '在库政策',
    unit: '项',
    more: '/page/policymarket/index?outside=false',
    value: async () => (await numbers()).policyTotal,
  })
  homeFigure(k, { code: 'closingTotal', label: '一周内截止', unit: '项', value: async () => (await numbers()).closingTotal })
  homeFigure(k, { code: 'departmentTotal', label: '发文部门', unit: '个', value: async () => (await numbers()).departmentTotal })
  homeFigure(k, {
    code: 'amountTotal',
    label: '单项最高支持',
    unit: '万元',
    // Without policies that name an amount, 0 万元 would be a statement about the county.
    value: async () => inWan(Number((await numbers()).amount)) || null,
  })
}

const newestRow = (p: PolicyListItem): HomeRow =>
  row(p.id, p.policyTitle, p.policyCreateTime ? shanghaiDay(Date.parse(p.policyCreateTime)) : '')

/** The policies that 政策首页数据配置 names, in its order. */
async function recommended(k: Kernel): Promise<HomeRow[]> {
  const named = await k.db
    .selectFrom('policy_home_value')
    .select('value')
    .where('dict_type', '=', 'hotPolicy')
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const ids = named.map(({ value }) => Number(value))
  if (ids.length === 0) return []
  const policies = await k.db
    .selectFrom('policy')
    .select(['id', 'title', 'apply_to'])
    .where('id', 'in', ids)
    .where('state', '=', POLICY_STATE.published)
    .where('deleted', '=', false)
    .execute()
  return ids.flatMap((id) => policies.filter((p) => p.id === id).map((p) => row(id, p.title, p.apply_to ? `${p.apply_to} 截止` : '')))
}

/** Counts policies that apply in the site's own county; those of other places are only for reference and count in no figure. */
async function figureNumbers(k: Kernel) {
  const day = today(k.clock)
  const here = siteArea(k.config)
  const holds = here === undefined ? sql<boolean>`true` : sql<boolean>`(area_code is null or starts_with(${here}, area_code))`
  const isOpen = sql<boolean>`(apply_from is null or apply_from <= ${day}::date) and (apply_to is null or apply_to >= ${day}::date)`
  return k.db
    .selectFrom('policy')
    .where('state', '=', POLICY_STATE.published)
    .where('deleted', '=', false)
    .where(holds)
    .select([
      sql<number>`count(*)::int`.as('policyTotal'),
      sql<number>`(count(*) filter (where ${isOpen} and apply_to between ${day}::date and ${day}::date + ${sql.lit(CLOSING_DAYS)}))::int`.as(
        'closingTotal',
      ),
      sql<number>`(select count(distinct d)::int from policy q cross join lateral unnest(q.dep_ids) d where q.state = ${POLICY_STATE.published} and not q.deleted and ${holds})`.as(
        'departmentTotal',
      ),
      sql<number>`coalesce(max(max_amount) filter (where ${isOpen}), 0)`.as('amount'),
    ])
    .executeTakeFirstOrThrow()
}
