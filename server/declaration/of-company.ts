import { declarationStates } from '../../contract/declaration/states.ts'
import { inWan } from '../../contract/money.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { offersRecords } from '../kernel/offers/portrait-records.ts'
import { underReview } from './flow.ts'
import { visibleTo } from './access.ts'
import { withDelegated } from './delegators.ts'
import { reviewable } from './reviewable.ts'

/** A company's declarations in 企业画像, as far as the member of staff may see them. */
export const offerDeclarationRecords = (k: Kernel): void =>
  offersRecords(k, {
    kind: 'declaration',
    title: '申报记录',
    unit: '件',
    columns: [
      { title: '受理号', kind: 'text', width: 180 },
      { title: '项目', kind: 'text' },
      { title: '状态', kind: 'text', width: 110 },
      { title: '提交时间', kind: 'time', width: 160 },
      { title: '核定金额', kind: 'money', width: 130 },
    ],
    async find({ db, clock }, actor, companyId, limit) {
      if (!actor.permissions.has('declaration:read')) return null
      const base = reviewable(db)
        .where('d.company_id', '=', companyId)
        .where(visibleTo(await withDelegated(db, actor, clock.now())))
      const { total, approved } = await base
        .select((e) => [e.fn.countAll<number>().as('total'), e.fn.sum<number | null>('d.approved_amount').as('approved')])
        .executeTakeFirstOrThrow()
      const rows = await base
        .select(['d.id', 'd.declare_no', 'p.name', 'd.state', 'd.submit_time', 'd.approved_amount'])
        .orderBy('d.id', 'desc')
        .limit(limit)
        .execute()
      return {
        total,
        sums: [{ label: '核定', amount: inWan(Number(approved ?? 0)) }],
        rows: rows.map((r) => ({
          id: r.id,
          open: r.state === 'returned' || underReview.includes(r.state),
          cells: [r.declare_no, r.name, declarationStates[r.state].internal, r.submit_time, inWan(r.approved_amount)],
        })),
      }
    },
  })
