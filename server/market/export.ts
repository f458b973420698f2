import { attributesOf } from '../../contract/market/attributes.ts'
import { ExportFilters, type market } from '../../contract/market/dealing.ts'
import { marketKindKeys, marketKinds, type MarketKind } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn } from '../kernel/actor.ts'
import { byKeyset, offersExport } from '../kernel/export/exporters.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { listSheet, refuseTooMany } from '../kernel/sheet/list-sheet.ts'
import { namesFor, valueText, type Names } from './names.ts'
import { seenItems } from './own-list.ts'
import { columns, itemOf, type ItemRecord } from './queries.ts'
import { MARKET } from './visible.ts'

type Cell = string | number | null
interface Column {
  key: string
  title: string
}
const columnsOf = (kind: MarketKind): Column[] => [
  { key: 'title', title: '标题' },
  { key: 'streetName', title: '镇街' },
  { key: 'address', title: '地址' },
  ...attributesOf(kind).map(([key, { label, unit }]) => ({ key, title: unit ? `${label}（${unit}）` : label })),
  { key: 'owner', title: '发布方' },
  { key: 'contactPerson', title: '联系人' },
  { key: 'contactPhone', title: '联系电话' },
  { key: 'stateName', title: '状态' },
  { key: 'viewNum', title: '浏览' },
  { key: 'contacts', title: '索取联系' },
  { key: 'freshTime', title: '最近确认' },
  { key: 'publishTime', title: '公开时间' },
]
/** The cells of a row by column key, with contacts masked as in the list. */
function cellsOf(k: Kernel, names: Names, kind: MarketKind, row: ItemRecord): Record<string, Cell> {
  const item = itemOf(k, names, row, null)
  const attributes = attributesOf(kind).map(([key, { unit: _, ...attribute }]): [string, Cell] => {
    const value = row.facts[key]
    return [key, typeof value === 'number' ? value : valueText(names, attribute, value)]
  })
  return { ...(item as object as Record<string, Cell>), ...Object.fromEntries(attributes), contacts: row.contact_num }
}

/** Exports the list of the desk under the same filter, at once. */
export async function exportItems(k: Kernel, call: Call, { kind, ...q }: Parsed<typeof market.export>['query']): Promise<FileAnswer> {
  const found = seenItems(k, k.db, signedIn(call.actor), kind, q)
  const { n } = await found.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  refuseTooMany(n)
  const [rows, names] = await Promise.all([
    found.select(columns).orderBy('p.updated_at', 'desc').orderBy('p.id', 'desc').execute(),
    namesFor(k.db, [kind]),
  ])
  const shown = columnsOf(kind)
  const body = rows.map((row) => {
    const cells = cellsOf(k, names, kind, row)
    return shown.map(({ key }) => cells[key] ?? null)
  })
  return listSheet(k, call, {
    title: marketKinds[kind].name,
    heads: shown.map(({ title }) => title),
    rows: body,
    thing: MARKET,
    detail: { kind },
  })
}

/** The same as a job with progress, for any number of rows (POST /export/start, bizType: the kind). */
export function offerMarketExports(k: Kernel): void {
  for (const kind of marketKindKeys)
    offersExport(k, kind, {
      title: marketKinds[kind].name,
      access: 'market:read',
      filters: ExportFilters,
      columns: columnsOf(kind) as { key: never; title: string }[],
      count: async ({ db, actor, filters }) =>
        (
          await seenItems(k, db, actor, kind, filters)
            .select((e) => e.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      async *rows({ db, actor, filters, signal }) {
        const names = await namesFor(db, [kind])
        yield* byKeyset(signal, async (after, limit) => {
          const found = seenItems(k, db, actor, kind, filters).select(columns)
          const rows = await found.where('p.id', '>', after).orderBy('p.id').limit(limit).execute()
          return rows.map((row) => ({ ...cellsOf(k, names, kind, row), id: row.id }))
        })
      },
    })
}
