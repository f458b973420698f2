import { inFen, inWan } from '../../../contract/money.ts'
import { z } from 'zod'
import { importParts, type ImportState } from '../../../contract/imports.ts'
import { allowanceStates } from '../../../contract/declaration/allowance-states.ts'
import type { Actor } from '../../kernel/actor.ts'
import { audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { refused } from '../../kernel/errors.ts'
import type { FileAnswer } from '../../kernel/implement.ts'
import { offersImport, type Applied, type ImportRow, type ImportScope } from '../../kernel/import/importers.ts'
import { receiveImport } from '../../kernel/import/receive.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { openPii } from '../../kernel/access/pii.ts'
import { toCell } from '../../kernel/sheet/cell.ts'
import type { CellError, SheetColumn } from '../../kernel/sheet/check.ts'
import { creditCodeCell, dayCell, numberCell, textCell, wordCell } from '../../kernel/sheet/values.ts'
import { makeSheet } from '../../kernel/sheet/write.ts'
import { payDateFault, payIn, paymentFault } from './decisions.ts'
import { lockSeen } from './move.ts'
import { seenBy } from './queries.ts'
import { payeeOf } from '../asked-money.ts'

const KIND = 'allowanceBank'
const SHEET_ROWS = 5_000
const paymentColumns = [
  ['编号', 10],
  ['统一社会信用代码', 24],
  ['企业名称', 34],
  ['项目名称', 34],
  ['年度', 8],
  ['金额（万元）', 14],
  ['开户银行', 24],
  ['收款账号', 26],
  ['结果', 10],
  ['拨付日期', 14],
  ['凭证号', 18],
  ['原因', 24],
] as const

const keptAsTyped: ReadonlySet<string> = new Set(['统一社会信用代码', '收款账号', '拨付日期', '凭证号'])

/** The sums that may be paid today, as a sheet for the bank; the bank fills in the empty columns at the end. */
export async function paymentSheet(k: Kernel, call: Call, actor: Actor): Promise<FileAnswer> {
  const day = today(k.clock)
  const rows = await seenBy(k.db, actor)
    .leftJoin('direct_row as r', 'r.allowance_id', 'a.id')
    .leftJoin('direct_list as l', 'l.id', 'r.list_id')
    .leftJoin('declaration as d', 'd.id', 'a.declaration_id')
    .leftJoin('project_form as f', (on) => on.onRef('f.project_id', '=', 'd.project_id').onRef('f.version', '=', 'd.form_version'))
    .where('a.state', '=', allowanceStates.approved)
    .where('a.public_to', '<', day)
    .where('a.open_objections', '=', 0)
    // Sums that may not be paid are kept out of the sheet (G-01, G-02).
    .where((e) => e('a.amount', '<=', e.fn.coalesce('a.approved_amount', 'a.amount')))
    .where((e) => e.or([e('a.declaration_id', 'is', null), e.and([e('d.state', '=', 'approved'), e('d.deleted_at', 'is', null)])]))
    .where((e) =>
      e.or([e('a.source', '!=', 'direct'), e('r.id', 'is', null), e.and([e('r.state', '=', 'handed'), e('l.state', '!=', 'cancelled')])]),
    )
    .select([
      'a.id',
      'c.credit_code',
      'c.name',
      'a.project_name',
      'a.year',
      'a.amount',
      'r.bank_name',
      'r.account_no',
      'd.form_data',
      'f.template',
    ])
    .orderBy('a.id')
    .limit(SHEET_ROWS + 1)
    .execute()
  if (rows.length > SHEET_ROWS) throw refused('超过 5,000 笔，请先拨付一部分', 'TOO_MANY_ROWS')
  if (rows.length === 0) throw refused('没有公示期满、可以拨付的补贴', 'EMPTY')
  await audit(k.db, call, {
    action: 'allowance.paymentSheet',
    objectType: 'allowance',
    objectId: 'list',
    detail: { rows: rows.length, fen: rows.reduce((sum, r) => sum + r.amount, 0) },
  })
  const cells = rows.map((r) => {
    const to =
      r.template && r.form_data
        ? payeeOf(r.template, r.form_data)
        : { bank: r.bank_name ?? '', account: r.account_no ? openPii(k, r.account_no) : '' }
    return [r.id, r.credit_code, r.name, r.project_name, r.year, inWan(r.amount), to.bank, to.account, '', '', '', ''].map(toCell)
  })
  return {
    fileName: `拨付清单_${day.replaceAll('-', '')}.xlsx`,
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: await makeSheet(
      '拨付清单',
      [paymentColumns.map(([title]) => title), ...cells],
      paymentColumns.map(([title, width]) => ({ width, text: keptAsTyped.has(title) })),
    ),
  }
}

interface Paid {
  id: number
  creditCode: string
  amount: number
  result: '成功' | '失败'
  payDate?: string
  voucher?: string
  why?: string
}
/** Further columns for human readers; they come back with the sheet, and the import ignores them. */
const told = ['企业名称', '项目名称', '年度', '开户银行', '收款账号'].map((title) => ({
  key: title,
  title,
  optional: true,
  schema: z.unknown(),
}))
const resultColumns: readonly SheetColumn[] = [
  { key: 'id', title: '编号', required: true, schema: numberCell.pipe(z.number().int('应为整数').positive('应为正整数')) },
  { key: 'creditCode', title: '统一社会信用代码', required: true, text: true, width: 24, schema: creditCodeCell },
  { key: 'amount', title: '金额（万元）', required: true, schema: numberCell },
  { key: 'result', title: '结果', required: true, schema: wordCell(['成功', '失败'], '应为“成功”或“失败”') },
  { key: 'payDate', title: '拨付日期', text: true, schema: dayCell },
  { key: 'voucher', title: '凭证号', text: true, schema: textCell.pipe(z.string().max(60, '最多 60 个字')) },
  { key: 'why', title: '原因', text: true, schema: textCell.pipe(z.string().max(200, '最多 200 个字')) },
  ...told,
]

/**
 * Matches each row of the bank with its allowance by number, company and sum, and records the payment; a payment that the bank refused is
 * reported and stays due.
 */
async function applyResult(
  { k, actor, call }: ImportScope<unknown>,
  db: Db,
  rows: readonly ImportRow<Paid>[],
  dry: boolean,
): Promise<Applied> {
  const applied: Applied = { added: 0, changed: 0, same: 0, errors: [] }
  for (const { row, value } of rows) {
    const { payable, faults } = await judged(k, db, actor, { row, value })
    applied.errors.push(...faults)
    if (faults.length > 0) continue
    applied[payable ? 'changed' : 'same']++
    if (payable && !dry) await payIn(k, db, call, payable, { version: payable.version, payDate: value.payDate!, voucher: value.voucher })
  }
  return applied
}

/**
 * All that is wrong with a row beyond its single cells, and the allowance, locked, that it pays; none when it is paid already. A cell that
 * is missing is not judged.
 */
async function judged(k: Kernel, db: Db, actor: Actor, { row, value }: ImportRow<Partial<Paid>>) {
  const faults: CellError[] = []
  const fault = (column: string, message: string) => faults.push({ row, column, message })
  if (value.id === undefined) return { payable: undefined, faults }
  const found = await seenBy(db, actor)
    .where('a.id', '=', value.id)
    .select(['a.state', 'a.amount', 'a.voucher', 'c.credit_code'])
    .executeTakeFirst()
  if (!found) {
    fault('编号', '没有这笔补贴')
    return { payable: undefined, faults }
  }
  if (value.creditCode !== undefined && found.credit_code !== value.creditCode) fault('统一社会信用代码', '与登记的企业不一致')
  if (value.amount !== undefined && found.amount !== inFen(value.amount))
    fault('金额（万元）', `与登记的金额 ${inWan(found.amount)} 万元不一致`)
  if (value.result === '失败') fault('结果', `银行退回：${value.why ?? '未写原因'}，仍待拨付`)
  const isPaidSo = found.state === allowanceStates.paid && found.voucher === (value.voucher ?? null)
  if (value.result !== '成功' || isPaidSo) return { payable: undefined, faults }
  const payable = await lockSeen(k, db, actor, value.id)
  const date = value.payDate ? payDateFault(k, payable, value.payDate) : '请填写拨付日期'
  if (date) fault('拨付日期', date)
  const refusal = paymentFault(actor, payable)
  if (refusal) fault('编号', refusal)
  return { payable, faults }
}

/** The bank's result as a kind of import. */
export const offerBankResult = (k: Kernel): void =>
  offersImport<Record<string, never>, Paid>(k, KIND, {
    title: '银行回单',
    open: (scope) =>
      Promise.resolve({
        columns: resultColumns,
        keyOf: ({ id }) => (id === undefined ? null : { key: String(id), column: '编号' }),
        faultsOf: async (db, rows) => {
          const faults: CellError[] = []
          for (const row of rows) faults.push(...(await judged(scope.k, db, scope.actor, row)).faults)
          return faults
        },
        apply: (db, rows, dry) => applyResult(scope, db, rows, dry),
      }),
  })

export const importBankResult = (k: Kernel, call: Call, actor: Actor): Promise<ImportState> =>
  receiveImport(k, call, actor, KIND, importParts)
