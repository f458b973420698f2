import { inWan } from '../../contract/money.ts'
import type { z } from 'zod'
import { deskVerdicts } from '../../contract/declaration/ground.ts'
import { declarationStates, reviewFilters, reviewSorting, riskTypeLabels, stateOfCode } from '../../contract/declaration.ts'
import { query } from '../../contract/fields.ts'
import { answerColumns } from '../form/index.ts'
import type { Db } from '../kernel/db/index.ts'
import { offersExport } from '../kernel/export/exporters.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { ordered } from '../kernel/lists/page-of.ts'
import { answersOf, formsOf } from './answer-columns.ts'
import { withDelegated, type Reader } from './delegators.ts'
import { asked, deskOrders } from './desk.ts'
import { declarationRows, inOrder } from './queries.ts'
import { verdictOf } from './verdict-words.ts'
import { deadlineOf } from './views.ts'

/** Forms are decrypted and formatted in small batches to limit memory. */
const PAGE = 200
/** Every column that the list can show, so that 显示的列 exports what is shown. */
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
  { key: 'verdict', title: '核对结论', width: 12 },
  { key: 'submitTime', title: '提交时间', width: 22 },
  { key: 'deadline', title: '期限', width: 22 },
  { key: 'updateTime', title: '更新时间', width: 22 },
]
const filters = query({ ...reviewFilters, ...reviewSorting })
type Asked = z.output<typeof filters>
type Row = { id: number } & Record<string, unknown>

/**
 * /work/checkmanage, /work/declaremanage: exports the rows of the list with its filters and scope. For a single project, the answers of its
 * form follow the fixed columns; several projects have different questions.
 */
export function offerDeclarationExport(k: Kernel): void {
  offersExport<Asked, Row>(k, 'declaration', {
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
    count: async ({ db, actor, filters }) => {
      const all = found(db, await withDelegated(db, actor, k.clock.now()), filters)
      return (await all.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n
    },
    async *rows({ db, actor, filters, signal, columns }) {
      const all = found(db, await withDelegated(db, actor, k.clock.now()), filters)
      // In the order of the list, which no keyset can follow: some of its values are computed and many are equal.
      const listed = (await ordered(all.select('d.id'), filters, deskOrders).execute()).map((r) => r.id)
      for (let at = 0; at < listed.length && !signal.aborted; at += PAGE) {
        const batch = listed.slice(at, at + PAGE)
        // Asked again for each batch: sight and filters are those of the moment in which the rows are written.
        const still = found(db, await withDelegated(db, actor, k.clock.now()), filters)
        const left = await still.where('d.id', 'in', batch).select('d.id').execute()
        const ids = inOrder(batch, left).map((r) => r.id)
        const rows = ids.length ? inOrder(ids, await declarationRows(db).where('d.id', 'in', ids).execute()) : []
        const answers = await answersOf(k, db, ids, columns)
        yield rows.map((r): Row => ({
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
          verdict: r.round > 0 ? deskVerdicts[verdictOf(r)] : null,
          submitTime: r.submit_time,
          deadline: deadlineOf(r, 'staff'),
          updateTime: r.updated_at,
        }))
      }
    },
  })
}

/** The rows of the list. `asked` leaves the state out, because the list counts all of them. */
function found(db: Db, reader: Reader, { state, ...filters }: Asked) {
  const rows = asked(db, reader, filters)
  const only = state === undefined ? null : stateOfCode(state)
  return only === null ? rows : rows.where('d.state', '=', only)
}
