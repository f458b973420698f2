import { text } from '../../contract/fields.ts'
import { importParts, type ImportState } from '../../contract/imports.ts'
import { tagOperations } from '../../contract/tag.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { offersTemplate } from '../kernel/files/templates.ts'
import { offersImport, type Applied, type ImportRow, type ImportScope } from '../kernel/import/importers.ts'
import { receiveImport } from '../kernel/import/receive.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import type { CellError, SheetColumn } from '../kernel/sheet/check.ts'
import { creditCodeCell, sameName, textCell, wordCell } from '../kernel/sheet/values.ts'
import { templateSheet } from '../kernel/sheet/write.ts'
import { joinTags, leaveTags, recount, type Pair } from './changes.ts'
import { companiesByCode, pairsStanding, tagsByName } from './import-queries.ts'
import { tellTags } from './tell.ts'

const KIND = 'tagCompany'
const CODE = '统一社会信用代码'
const COMPANY = '企业名称'
const TAG = '标签名称'
const OPERATION = '操作'
interface Row {
  code: string
  companyName?: string
  tagName: string
  operation?: (typeof tagOperations)[number]
  reason?: string
}
const columns: readonly SheetColumn[] = [
  { key: 'code', title: CODE, text: true, width: 24, schema: creditCodeCell, required: true },
  { key: 'companyName', title: COMPANY, text: true, width: 34, schema: textCell.pipe(text(200)) },
  { key: 'tagName', title: TAG, text: true, width: 20, schema: textCell.pipe(text(30)), required: true },
  { key: 'operation', title: OPERATION, schema: wordCell(tagOperations, `应为${tagOperations.join('或')}`) },
  { key: 'reason', title: '原因', text: true, width: 30, schema: textCell.pipe(text(200)) },
]

/** 标签导入: each row puts a tag on a company or takes it off. A repeated import writes nothing twice. */
export function offerTagImport(k: Kernel): void {
  offersImport<Record<string, never>, Row>(k, KIND, {
    title: '标签导入',
    open: async (scope) => ({
      columns,
      keyOf: ({ code, tagName }: Partial<Row>) => (code && tagName ? { key: `${code} ${tagName}`, column: TAG } : null),
      faultsOf: async (db, rows) => {
        const judge = await judgeOf(scope.actor, db, rows)
        return rows.flatMap((row) => judge(row).faults)
      },
      apply: (db, rows, dry) => applyRows(scope, db, rows, dry),
    }),
  })
  offersTemplate(k, KIND, async () => ({
    fileName: '标签导入模板.xlsx',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: await templateSheet('标签导入', columns),
  }))
}

export const importTags = (k: Kernel, call: Call, actor: Actor): Promise<ImportState> => receiveImport(k, call, actor, KIND, importParts)

async function applyRows(scope: ImportScope<unknown>, db: Db, rows: readonly ImportRow<Row>[], dry: boolean): Promise<Applied> {
  const judge = await judgeOf(scope.actor, db, rows)
  const errors: CellError[] = []
  const good = rows.flatMap(({ row, value }) => {
    const { company, tag, faults } = judge({ row, value })
    errors.push(...faults)
    if (faults.length > 0 || !company || !tag) return []
    return [{ tagId: tag.id, companyId: company.id, off: value.operation === '取下', reason: value.reason ?? '' }]
  })
  const standing = await pairsStanding(db, good)
  const on = good.filter((g) => !g.off && !standing.has(`${g.tagId} ${g.companyId}`))
  const off = good.filter((g) => g.off && standing.has(`${g.tagId} ${g.companyId}`))
  if (!dry && on.length + off.length > 0) {
    const how = { at: scope.k.clock.now(), by: scope.actor.userId }
    const joined: Pair[] = []
    const left: Pair[] = []
    for (const [reason, some] of Map.groupBy(on, (g) => g.reason))
      joined.push(...(await joinTags(db, some, { ...how, source: 'import', reason })))
    for (const { tagId, companyId, reason } of off)
      left.push(...(await leaveTags(db, { tagIds: [tagId], companyIds: [companyId] }, { ...how, reason })))
    await tellTags(db, scope.k, { joined, left })
    await recount(db, [...new Set([...on, ...off].map((g) => g.tagId))])
  }
  return { added: on.length, changed: off.length, same: good.length - on.length - off.length, errors }
}

/** The company and the tag that a row names, and all that is wrong with them. A cell that is missing is not judged. */
async function judgeOf(actor: Actor, db: Db, rows: readonly ImportRow<Partial<Row>>[]) {
  const companies = await companiesByCode(
    db,
    actor,
    rows.flatMap(({ value }) => value.code ?? []),
  )
  const tags = await tagsByName(
    db,
    actor,
    rows.flatMap(({ value }) => value.tagName ?? []),
  )
  return ({ row, value }: ImportRow<Partial<Row>>) => {
    const company = companies.get(value.code ?? '')
    const tag = tags.get(value.tagName ?? '')
    const faults: CellError[] = []
    const fault = (column: string, message: string) => faults.push({ row, column, message })
    if (!company && value.code !== undefined) fault(CODE, '没有这家企业')
    else if (company && value.companyName && !sameName(value.companyName, company.name))
      fault(COMPANY, `与社会信用代码不符，应为“${company.name}”`)
    if (!tag && value.tagName !== undefined) fault(TAG, '没有这个标签')
    else if (tag?.heading) fault(TAG, '是分类，不能挂在企业上')
    else if (tag?.smart) fault(TAG, '是智能标签，由规则确定')
    else if (tag?.enabled === false) fault(TAG, '标签已停用')
    return { company, tag, faults }
  }
}
