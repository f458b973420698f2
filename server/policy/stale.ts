import { CONSULT_WAITING, POLICY_STATE } from '../../contract/policy/codes.ts'
import { dateOf } from '../kernel/clock.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { watchStale } from '../kernel/offers/staleness.ts'
import { homeView } from './home/view.ts'

const MOST = 200
/** Published policies, with the office of their author. */
const published = (db: Db) =>
  db
    .selectFrom('policy as p')
    .leftJoin('sys_user as u', 'u.id', 'p.created_by')
    .where('p.state', '=', POLICY_STATE.published)
    .where('p.deleted', '=', false)
const editor = (id: number) => `/work/policyserveradmin?id=${id}`

/** Registers which policies and home values must be checked regularly (V-02). */
export function watchStalePolicies(k: Kernel): void {
  watchStale(k, {
    kind: 'home',
    name: '首页更新',
    limitDays: 14,
    limit: '2 周内有新内容',
    keeper: 'policy:publish',
    rows: async ({ db }, until) => {
      const { last } = await published(db)
        .select((e) => e.fn.max('p.publish_time').as('last'))
        .executeTakeFirstOrThrow()
      const lastDay = last && dateOf(new Date(last))
      return lastDay && lastDay > until ? [] : [{ id: 'policy', title: '最新政策', lastDay, officeId: null, to: '/work/policyserveradmin' }]
    },
  })
  watchStale(k, {
    kind: 'home-empty',
    name: '空栏目',
    limitDays: 0,
    limit: '立即处理',
    keeper: 'home:manage',
    rows: async () =>
      (await homeView(k)).sections
        .filter(({ more, rows }) => more !== null && rows.length === 0)
        .map(({ code, label }) => ({
          id: code,
          title: label,
          lastDay: null,
          officeId: null,
          note: '首页的这一栏没有内容，可以停用',
          to: '/work/policyHomeDataConfig',
        })),
  })
  watchStale(k, {
    kind: 'policy',
    name: '政策到期仍在架',
    limitDays: 0,
    limit: '有效期满即修订、废止或下架',
    keeper: 'policy:publish',
    rows: async ({ db }, until) =>
      (
        await published(db)
          .innerJoin('policy_version as v', 'v.policy_id', 'p.id')
          .where('v.effective_to', '<=', until)
          .where('p.repealed_on', 'is', null)
          .where('p.take_down_at', 'is', null)
          .where((e) =>
            e.not(
              e.exists(
                e
                  .selectFrom('policy_version as w')
                  .whereRef('w.policy_id', '=', 'v.policy_id')
                  .whereRef('w.number', '>', 'v.number')
                  .select('w.number'),
              ),
            ),
          )
          .select(['p.id', 'p.title', 'v.effective_to', 'u.office_id'])
          .orderBy('v.effective_to')
          .limit(MOST)
          .execute()
      ).map((row) => ({ id: row.id, title: row.title, lastDay: row.effective_to, officeId: row.office_id, to: editor(row.id) })),
  })
  watchStale(k, {
    kind: 'policy-links',
    name: '政策中的断链',
    limitDays: 0,
    limit: '立即处理',
    keeper: 'policy:edit',
    rows: async ({ db }) =>
      (
        await published(db)
          .innerJoin('policy_link_check as c', 'c.policy_id', 'p.id')
          .where('c.ok', '=', false)
          .groupBy(['p.id', 'p.title', 'u.office_id'])
          .select((e) => [
            'p.id',
            'p.title',
            'u.office_id',
            e.fn.min('c.checked_at').as('at'),
            e.fn.countAll<number>().as('broken'),
            e.fn.min('c.reason').as('reason'),
          ])
          .limit(MOST)
          .execute()
      ).map((row) => ({
        id: row.id,
        title: row.title,
        lastDay: dateOf(new Date(row.at)),
        officeId: row.office_id,
        note: `${row.broken} 处：${row.reason ?? '打不开'}`,
        to: editor(row.id),
      })),
  })
  watchStale(k, {
    kind: 'consult',
    name: '咨询未答复',
    limitDays: 90,
    limit: '3 个月内答复',
    keeper: 'consult:answer',
    rows: async ({ db }, until) =>
      (
        await db
          .selectFrom('policy_consult as q')
          .innerJoin('policy as p', 'p.id', 'q.policy_id')
          .where('q.state', '=', CONSULT_WAITING)
          .where('q.created_at', '<', new Date(`${until}T24:00:00+08:00`).toISOString())
          .select(['q.id', 'p.title', 'q.created_at'])
          .orderBy('q.created_at')
          .limit(MOST)
          .execute()
      ).map((row) => ({
        id: row.id,
        title: row.title,
        lastDay: dateOf(new Date(row.created_at)),
        officeId: null,
        to: `/work/policyconsult?replyState=${CONSULT_WAITING}&id=${row.id}`,
      })),
  })
}
