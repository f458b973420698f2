import { accessReview, reviewCodes, reviewFilters, type ReviewState } from '../../../contract/identity/access-review.ts'
import { query } from '../../../contract/fields.ts'
import { shanghaiMinute } from '../../../contract/shanghai.ts'
import { askFreshFactor } from '../../kernel/access/fresh-factor.ts'
import { personalData } from '../../kernel/access/personal-data.ts'
import { today } from '../../kernel/clock.ts'
import { byKeyset, offersExport } from '../../kernel/export/exporters.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { offersTodo } from '../../kernel/offers/todos.ts'
import { decideRows } from './decide.ts'
import { openReview, watchReviews } from './open.ts'
import { countRows, isForMe, listReviews, listRows, rowsAfter, type ReviewQuery } from './reviews.ts'

const TO = '/work/role?tab=review'

/** 权限复核: every quarter, an officer other than the granter confirms who holds which role (ADR 0713). */
export function joinAccessReview(k: Kernel): void {
  watchReviews(k)
  personalData(k, { table: 'access_review', dealtBy: ['opened_by'] })
  personalData(k, {
    table: 'access_review_row',
    dealtBy: ['granted_by', 'decided_by'],
    own: {
      title: '权限复核',
      by: 'user_id',
      named: { 角色: { by: 'role_id', table: 'role', name: 'name' } },
      copy: { 授予时间: 'granted_at', 复核时间: 'decided_at', 原因: 'reason' },
      end: 'erase',
      needed: true,
    },
  })
  implement(k, 'identity', accessReview, {
    list: () => listReviews(k),
    open: ({ body, call }) => openReview(k, call, body.dueOn),
    rows: ({ query: asked, actor }) => listRows(k, actor, asked),
    decide: async ({ body, call, actor }) => {
      await askFreshFactor(k, actor)
      return decideRows(k, call, actor, body)
    },
  })
  offersTodo(k, {
    kind: 'access-review',
    group: '权限',
    of: ({ permissions }) => (permissions.has('role:manage') ? { label: '待复核的授权', to: TO } : null),
    async find(_, actor) {
      return k.db
        .selectFrom('access_review_row as x')
        .innerJoin('access_review as r', 'r.id', 'x.review_id')
        .where('r.closed_at', 'is', null)
        .where(isForMe(actor))
        .select((e) => [
          e.fn.countAll<number>().as('count'),
          e.fn.countAll<number>().filterWhere('r.due_on', '<', today(k.clock)).as('overdue'),
          e.fn.min('r.opened_at').as('oldest'),
        ])
        .executeTakeFirstOrThrow()
    },
  })
  offerExport(k)
}

function offerExport(k: Kernel): void {
  const time = (at: string | null) => (at === null ? '' : shanghaiMinute(at))
  offersExport(k, 'accessReview', {
    title: '权限复核',
    access: 'role:manage',
    filters: query(reviewFilters),
    columns: [
      { key: 'officeName', title: '部门', width: 20 },
      { key: 'name', title: '姓名', width: 14 },
      { key: 'userName', title: '用户名', width: 14 },
      { key: 'roleName', title: '角色', width: 18 },
      { key: 'grantedBy', title: '授予人', width: 14 },
      { key: 'grantTime', title: '授予时间', width: 18 },
      { key: 'lastLogin', title: '最近登录', width: 18 },
      { key: 'facts', title: '提示', width: 40 },
      { key: 'state', title: '结论', width: 12 },
      { key: 'decidedBy', title: '复核人', width: 14 },
      { key: 'decideTime', title: '复核时间', width: 18 },
      { key: 'reason', title: '原因', width: 30 },
    ],
    count: ({ db, actor, filters }) => countRows(db, actor, filters as ReviewQuery),
    rows: ({ db, actor, filters, signal }) =>
      byKeyset(signal, async (after, limit) =>
        (await rowsAfter(db, actor, filters as ReviewQuery, after, limit)).map((row) => ({
          id: row.id,
          officeName: row.officeName ?? '',
          name: row.name,
          userName: row.userName,
          roleName: row.roleName,
          grantedBy: row.grantedBy ?? '服务器',
          grantTime: time(row.grantTime),
          lastLogin: time(row.lastLogin),
          facts: row.facts.join('；'),
          state: reviewCodes.labels[row.state as ReviewState],
          decidedBy: row.decidedBy ?? '',
          decideTime: time(row.decideTime),
          reason: row.reason,
        })),
      ),
  })
}
