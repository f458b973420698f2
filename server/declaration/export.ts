import { inWan } from '../../contract/money.ts'
import type { z } from 'zod'
import { declarationStates, reviewFilters, riskTypeLabels } from '../../contract/declaration.ts'
import { query } from '../../contract/fields.ts'
import { answerColumns } from '../form/index.ts'
import { byKeyset, offersExport } from '../kernel/export/exporters.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { answersOf, formsOf } from './answer-columns.ts'
import { withDelegated } from './delegators.ts'
import { asked } from './desk.ts'
import { declarationRows } from './queries.ts'

/** Forms are decrypted and formatted in small batches to limit memory. */
const PAGE = 200
const fixed = [
  { key: 'declareNo', title: '受理号', width: 20 },
  { key: 'projectName', title: '申报项目', width: 32 },
  { key: 'policyTitle', title: '政策', width: 32 },
  { key: 'companyName', title: '企业名称', width: 32 },
  { key: 'code', title: '统一社会信用代码', width: 22 },
  { key: 'depName', title: '办理部门', width: 22 },
  { key: 'stateName', title: '状态', width: 12 },
  { key: 'amount', title: '申请金额（万元）', width: 16 },
  { key: 'approvedAmount', title: '核定金额（万元）', width: 16 },
  { key: 'risk', title: '风险核查', width: 12 },
  { key: 'submitTime', title: '提交时间', width: 22 },
]
const filters = query(reviewFilters)
type Row = { id: number } & Record<string, unknown>

/**
 * /work/checkmanage, /work/declaremanage: exports the rows of the list with its filters and scope. For a single project, the answers of its
 * form follow the fixed columns; several projects have different questions.
 */
export function offerDeclarationExport(k: Kernel): void {
  offersExport<z.output<typeof filters>, Row>(k, 'declaration', {
    title: '申报记录',
    access: 'declaration:read',
    filters,
    columns: async ({ filters: { projectId } }) => [
      ...fixed,
      ...(projectId === undefined
        ? []
        : answerColumns(
            await formsOf(k.db, projectId),
            fixed.map((c) => c.title),
          )),
    ],
    count: async ({ db, actor, filters }) =>
      (
        await asked(db, await withDelegated(db, actor, k.clock.now()), filters)
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    rows: ({ db, actor, filters, signal, columns }) =>
      byKeyset(
        signal,
        async (after, limit) => {
          const ids = (
            await asked(db, await withDelegated(db, actor, k.clock.now()), filters)
              .where('d.id', '>', after)
              .select('d.id')
              .orderBy('d.id')
              .limit(limit)
              .execute()
          ).map((r) => r.id)
          const rows = ids.length ? await declarationRows(db).where('d.id', 'in', ids).orderBy('d.id').execute() : []
          const answers = await answersOf(k, db, ids, columns)
          return rows.map((r): Row => ({
            ...answers.get(r.id),
            id: r.id,
            declareNo: r.declare_no,
            projectName: r.project_name,
            policyTitle: r.policy_title,
            companyName: r.company_name,
            code: r.credit_code,
            depName: r.dep_name,
            stateName: declarationStates[r.state].internal,
            amount: inWan(r.amount),
            approvedAmount: inWan(r.approved_amount),
            risk: r.risk_type === null ? '未核查' : riskTypeLabels[r.risk_type],
            submitTime: r.submit_time,
          }))
        },
        PAGE,
      ),
  })
}
