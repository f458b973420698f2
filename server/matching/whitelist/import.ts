import { z } from 'zod'
import type { ImportState } from '../../../contract/imports.ts'
import { whitelistImportParts } from '../../../contract/matching/whitelist.ts'
import { companiesSeen } from '../../company/index.ts'
import { policyById, requirePolicy } from '../../policy/index.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import { notFound } from '../../kernel/errors.ts'
import type { FileAnswer } from '../../kernel/implement.ts'
import { receiveImport } from '../../kernel/import/receive.ts'
import { offersImport, type Applied, type ImportRow, type ImportScope } from '../../kernel/import/importers.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import type { CellError, SheetColumn } from '../../kernel/sheet/check.ts'
import { creditCodeCell, sameName, textCell } from '../../kernel/sheet/values.ts'
import { templateSheet } from '../../kernel/sheet/write.ts'
import { listThem } from './whitelist.ts'

const KIND = 'whitelist'
const CODE_TITLE = '统一社会信用代码'
interface SheetValue {
  code: string
  companyName: string
}
const columns: readonly SheetColumn[] = [
  {
    key: 'companyName',
    title: '企业名称',
    required: true,
    text: true,
    width: 36,
    schema: textCell.pipe(z.string().max(100, '最多 100 个字')),
  },
  { key: 'code', title: CODE_TITLE, required: true, text: true, width: 24, schema: creditCodeCell },
]

export const whitelistTemplate = async (): Promise<FileAnswer> => ({
  fileName: '企业白名单导入模板.xlsx',
  mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  body: await templateSheet('企业白名单', columns),
})

export function offerWhitelistImport(k: Kernel): void {
  offersImport<{ policyId: number }, SheetValue>(k, KIND, {
    title: '企业白名单',
    open: (scope) =>
      Promise.resolve({
        columns,
        keyOf: ({ code }) => (code ? { key: code, column: CODE_TITLE } : null),
        faultsOf: async (db, rows) => {
          const companies = await companiesNamed(db, scope.actor, rows)
          return rows.flatMap((row) => faultsIn(row, companies))
        },
        apply: (db, rows, dry) => applyRows(scope, db, rows, dry),
      }),
  })
}

/** Adds rows that are not listed yet and notifies the companies; the name of a known company must agree with the register. */
async function applyRows(
  { k, actor, params: { policyId } }: ImportScope<{ policyId: number }>,
  db: Db,
  rows: readonly ImportRow<SheetValue>[],
  dry: boolean,
): Promise<Applied> {
  const applied: Applied = { added: 0, changed: 0, same: 0, errors: [] }
  const companies = await companiesNamed(db, actor, rows)
  const listed = new Set(
    (
      await db
        .selectFrom('whitelist_company')
        .select('credit_code')
        .where('policy_id', '=', policyId)
        .where(
          'credit_code',
          'in',
          rows.map(({ value }) => value.code),
        )
        .execute()
    ).map((w) => w.credit_code),
  )
  const fresh: SheetValue[] = []
  for (const one of rows) {
    const faults = faultsIn(one, companies)
    applied.errors.push(...faults)
    if (faults.length > 0) continue
    if (listed.has(one.value.code)) applied.same++
    else fresh.push(one.value)
  }
  applied.added = fresh.length
  if (dry || fresh.length === 0) return applied
  await listThem(
    k,
    db,
    actor,
    policyId,
    fresh.map((v) => ({ ...v, companyId: companies.get(v.code)?.id ?? null })),
  )
  return applied
}

type Known = ReadonlyMap<string, { id: number; name: string; isSeen: boolean }>
async function companiesNamed(db: Db, actor: Actor, rows: readonly ImportRow<Partial<SheetValue>>[]): Promise<Known> {
  const codes = rows.flatMap(({ value }) => value.code ?? [])
  const found = await db
    .selectFrom('company')
    .select(['id', 'credit_code', 'name'])
    .where('credit_code', 'in', ['', ...codes])
    .execute()
  const seen = await companiesSeen(
    db,
    actor,
    found.map(({ id }) => id),
  )
  return new Map(found.map(({ id, credit_code, name }) => [credit_code, { id, name, isSeen: seen.has(id) }]))
}

/** What is wrong with a row beyond its single cells. A cell that is missing is not judged. */
function faultsIn({ row, value: { code, companyName } }: ImportRow<Partial<SheetValue>>, companies: Known): CellError[] {
  const known = companies.get(code ?? '')
  if (known && !known.isSeen) return [{ row, column: CODE_TITLE, message: '该企业不在您的数据范围内' }]
  if (!known || companyName === undefined || sameName(known.name, companyName)) return []
  return [{ row, column: '企业名称', message: `与平台登记的“${known.name}”不一致` }]
}

export const importWhitelist = (k: Kernel, call: Call, actor: Actor): Promise<ImportState> =>
  receiveImport(k, call, actor, KIND, whitelistImportParts, async ({ policyId }) => {
    if (!(await policyById(k.db, policyId))) throw notFound('该政策不存在或已被删除')
    await requirePolicy(k.db, actor, policyId)
    return { policyId }
  })
