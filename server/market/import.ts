import { z } from 'zod'
import { attributesOf, type Attribute, type Attributes } from '../../contract/market/attributes.ts'
import { marketGroups, type MarketSave } from '../../contract/market/item.ts'
import { marketKinds, type MarketKind } from '../../contract/market/states.ts'
import { importParts, type ImportState } from '../../contract/imports.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { siteArea } from '../kernel/config.ts'
import type { Db } from '../kernel/db/index.ts'
import { AppError } from '../kernel/errors.ts'
import { offersTemplate } from '../kernel/files/templates.ts'
import { offersImport, type Applied, type ImportRow } from '../kernel/import/importers.ts'
import { receiveImport } from '../kernel/import/receive.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import type { CellError, SheetColumn } from '../kernel/sheet/check.ts'
import { choiceOf, dayCell, listOf, numberCell, textCell, truthOf } from '../kernel/sheet/values.ts'
import { templateSheet } from '../kernel/sheet/write.ts'
import { namesFor, offeredFor, streetsOf, type Names } from './names.ts'
import { lockItem } from './queries.ts'
import { factsIn, itemFaults } from './save.ts'
import { changedIn, seenBy } from './visible.ts'
import { standsSo, writeItem } from './write-item.ts'

/** Kinds that staff register in bulk: supplies of a park or of the county. */
export const importedKinds = ['workshopInfo', 'landInfo'] as const satisfies readonly MarketKind[]
type Imported = (typeof importedKinds)[number]
interface Option {
  value: string
  label: string
}
type Row = Record<string, unknown> & { title: string; address: string }
const TITLE = '标题'

const word = (options: readonly Option[], label: string) =>
  textCell.transform((text) => choiceOf(options, text)).pipe(z.string({ error: `没有这个${label}` }))
function cellOf(attribute: Attribute, options: readonly Option[]): z.ZodType {
  const { type, label } = attribute
  if (type === 'number') return numberCell
  if (type === 'date') return dayCell
  if (type === 'select') return word(options, label)
  if (type === 'multi') {
    const one = word(options, label)
    return textCell.transform((text, ctx) =>
      listOf(text).flatMap((each) => {
        const read = one.safeParse(each)
        if (read.success) return [read.data]
        ctx.addIssue({ code: 'custom', message: `没有这个${label}：${each.slice(0, 20)}` })
        return []
      }),
    )
  }
  if (type === 'flag') return textCell.transform(truthOf).pipe(z.boolean({ error: '请填写是或否' }))
  return textCell
}
const titleOf = ({ label, unit }: Attribute): string => (unit ? `${label}（${unit}）` : label)

function columnsOf(kind: Imported, names: Names, streets: readonly Option[]): SheetColumn[] {
  const optionsOf = ({ dict, only }: Attribute): Option[] =>
    [...(names.get(dict ?? '') ?? [])].filter(([value]) => !only || only.includes(value)).map(([value, label]) => ({ value, label }))
  return [
    { key: 'title', title: TITLE, text: true, width: 30, schema: textCell, required: true },
    { key: 'street', title: '镇街', text: true, width: 14, schema: word(streets, '镇街'), required: true },
    { key: 'address', title: '地址', text: true, width: 30, schema: textCell, required: true },
    { key: 'lng', title: '经度', width: 12, schema: numberCell, optional: true },
    { key: 'lat', title: '纬度', width: 12, schema: numberCell, optional: true },
    ...attributesOf(kind).map(([key, attribute]): SheetColumn => ({
      key,
      title: titleOf(attribute),
      schema: cellOf(attribute, optionsOf(attribute)),
      width: 16,
      ...(attribute.type === 'number' ? {} : { text: true }),
      ...(attribute.required ? { required: true } : { optional: true }),
    })),
    { key: 'contactPerson', title: '联系人', text: true, width: 12, schema: textCell, required: true },
    { key: 'contactPhone', title: '联系电话', text: true, width: 16, schema: textCell, required: true },
  ]
}

/**
 * 园区房源、地块导入: each row is registered by the importer and waits for the review of a colleague. A repeated import changes existing items or
 * leaves them as they are.
 */
export function offerMarketImport(k: Kernel): void {
  for (const kind of importedKinds) {
    const title = `${marketKinds[kind].name}导入`
    const read = async () => {
      const [names, offered, streets] = await Promise.all([
        namesFor(k.db, [kind]),
        offeredFor(k.db, [kind]),
        streetsOf(k.db, siteArea(k.config)),
      ])
      return { names, columns: columnsOf(kind, offered, streets) }
    }
    offersImport<Record<string, never>, Row>(k, kind, {
      title,
      open: async (scope) => {
        const sheet: Sheet = { k, actor: scope.actor, kind, ...(await read()) }
        return {
          columns: sheet.columns,
          keyOf: ({ title: of, address }) => (of && address ? { key: `${of}\n${address}`, column: TITLE } : null),
          faultsOf: async (db, rows) => {
            const standing = await standingOf(sheet, db, rows)
            const faults: CellError[] = []
            for (const row of rows) faults.push(...(await judged(sheet, db, standing, row)).faults)
            return faults
          },
          apply: (db, rows, dry) => applyRows(sheet, scope.call, db, rows, dry),
        }
      },
    })
    offersTemplate(k, kind, async () => ({
      fileName: `${title}模板.xlsx`,
      mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      body: await templateSheet(title, (await read()).columns),
    }))
  }
}
export const importItems = (k: Kernel, call: Call, kind: Imported): Promise<ImportState> =>
  receiveImport(k, call, signedIn(call.actor), kind, importParts)

/** One kind of sheet, opened: what its cells mean. */
interface Sheet {
  k: Kernel
  actor: Actor
  kind: Imported
  names: Names
  columns: readonly SheetColumn[]
}

async function applyRows(sheet: Sheet, call: Call, db: Db, rows: readonly ImportRow<Row>[], dry: boolean): Promise<Applied> {
  const { k, actor, kind, names } = sheet
  const applied: Applied = { added: 0, changed: 0, same: 0, errors: [] }
  const standing = await standingOf(sheet, db, rows)
  for (const { row, value } of rows) {
    const { old, read, facts, faults } = await judged(sheet, db, standing, { row, value })
    applied.errors.push(...faults)
    if (faults.length > 0 || !read) continue
    // The text is not checked again: a fault in it is in no column of the sheet.
    const asked: MarketSave = { ...read, ...(old ? { id: old.id, version: old.version, description: old.description } : {}) }
    if (old && standsSo(k, old, asked, facts)) {
      applied.same++
      continue
    }
    try {
      if (!dry) await writeItem(k, db, call, actor, names, kind, asked, facts, old)
      applied[old ? 'changed' : 'added']++
    } catch (error) {
      // The flow refuses before anything is written, so the transaction can continue.
      if (!(error instanceof AppError)) throw error
      applied.errors.push({ row, column: '', message: error.message })
    }
  }
  if (!dry) await changedIn(db)
  return applied
}

/** The item that a row names, what the row says about it, and all that is wrong beyond its single cells. */
async function judged(
  { k, actor, kind, names, columns }: Sheet,
  db: Db,
  standing: ReadonlyMap<string, number>,
  { row, value }: ImportRow<Partial<Row>>,
) {
  const id = standing.get(`${value.title}\n${value.address}`)
  const old = id === undefined ? undefined : await lockItem(db, actor, kind, id)
  const { street, ...said } = value
  // Pictures, text and pin of an existing item are kept, because the sheet does not contain them.
  const kept = old ? { lng: old.lng, lat: old.lat, images: old.images } : {}
  const asked: object = { ...kept, ...filled(said), ...(street === undefined ? {} : { streetIds: [street] }) }
  const read = marketGroups[kind].save.body!.safeParse(asked)
  const wrong = read.success ? [] : read.error.issues.map(({ path, message }) => ({ path: String(path[0] ?? ''), message }))
  // Of a row that the schema refuses, what is right in it is still compared with dictionaries, streets and the map.
  const right = Object.fromEntries(Object.entries(asked).filter(([key]) => !wrong.some(({ path }) => path === key)))
  const facts: Attributes = factsIn(kind, read.success ? read.data : right)
  const further = await itemFaults(k, db, names, kind, read.success ? read.data : right, facts, old?.facts ?? {})
  const faults = [...wrong, ...further].map(({ path, message }) => faultOf(row, columns, path, message))
  return { old, read: read.data, facts, faults }
}

/** Ids of the items that staff registered with these titles and addresses; those outside the importer's rule are as if absent (C). */
async function standingOf({ actor, kind }: Sheet, db: Db, rows: readonly ImportRow<Partial<Row>>[]): Promise<Map<string, number>> {
  const found = await db
    .selectFrom('market_item as p')
    .select(['p.id', 'p.title', 'p.address'])
    .where('p.kind', '=', kind)
    .where('p.origin', '=', 'gov')
    .where('p.deleted', '=', false)
    .where('p.title', 'in', ['', ...new Set(rows.flatMap(({ value }) => value.title ?? []))])
    .where(seenBy(actor))
    .orderBy('p.id', 'desc')
    .execute()
  return new Map(found.map(({ id, title, address }) => [`${title}\n${address}`, id]))
}
const filled = (said: object): object =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null && value !== undefined && value !== ''))
const faultOf = (row: number, columns: readonly SheetColumn[], path: string, message: string): CellError => ({
  row,
  column: columns.find(({ key }) => key === (path.startsWith('streetIds') ? 'street' : path))?.title ?? '',
  message,
})
