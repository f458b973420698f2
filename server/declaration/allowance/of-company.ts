import { allowanceStateLabels, allowanceStates } from '../../../contract/declaration/allowance-states.ts'
import { inWan } from '../../../contract/money.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { offersRecords } from '../../kernel/offers/portrait-records.ts'
import { seenBy } from './queries.ts'

/** A company's subsidies in 企业画像: granted, published and paid (spec §2), as far as the member of staff may see them. */
export const offerAllowanceRecords = (k: Kernel): void =>
  offersRecords(k, {
    kind: 'allowance',
    title: '补贴记录',
    unit: '笔',
    columns: [
      { title: '年度', kind: 'text', width: 80 },
      { title: '项目', kind: 'text' },
      { title: '主管部门', kind: 'text', width: 170 },
      { title: '状态', kind: 'text', width: 100 },
      { title: '拨付日期', kind: 'text', width: 120 },
      { title: '金额', kind: 'money', width: 130 },
    ],
    async find({ db }, actor, companyId, limit) {
      if (!actor.permissions.has('allowance:read')) return null
      const base = seenBy(db, actor).where('a.company_id', '=', companyId)
      const { total, paid } = await base
        .select((e) => [
          e.fn.countAll<number>().as('total'),
          e.fn.sum<number | null>('a.amount').filterWhere('a.state', '=', allowanceStates.paid).as('paid'),
        ])
        .executeTakeFirstOrThrow()
      const rows = await base
        .select(['a.id', 'a.project_name', 'a.year', 'a.amount', 'o.name as office_name', 'a.state', 'a.pay_date'])
        .orderBy('a.id', 'desc')
        .limit(limit)
        .execute()
      return {
        total,
        sums: [{ label: '已拨付', amount: inWan(Number(paid ?? 0)) }],
        rows: rows.map((r) => ({
          id: r.id,
          open: r.state === allowanceStates.pending || r.state === allowanceStates.approved,
          cells: [String(r.year), r.project_name, r.office_name, allowanceStateLabels[r.state], r.pay_date, inWan(r.amount)],
        })),
      }
    },
  })
