import type { market } from '../../contract/market/dealing.ts'
import { attributesOf } from '../../contract/market/attributes.ts'
import { marketKinds } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import type { FileAnswer } from '../kernel/implement.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { listSheet, refuseTooMany } from '../kernel/sheet/list-sheet.ts'
import { namesFor, valueText } from './names.ts'
import { seenItems } from './own-list.ts'
import { columns, itemOf } from './queries.ts'
import { MARKET } from './visible.ts'

/** Exports the list of the desk with its filters; contacts are masked as in the list. */
export async function exportItems(k: Kernel, call: Call, { kind, ...q }: Parsed<typeof market.export>['query']): Promise<FileAnswer> {
  const found = seenItems(k, call, kind, q)
  const { n } = await found.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  refuseTooMany(n)
  const [rows, names] = await Promise.all([
    found.select(columns).orderBy('p.updated_at', 'desc').orderBy('p.id', 'desc').execute(),
    namesFor(k.db, [kind]),
  ])
  const attributes = attributesOf(kind)
  const heads = [
    '标题',
    '镇街',
    '地址',
    ...attributes.map(([, { label, unit }]) => (unit ? `${label}（${unit}）` : label)),
    '发布方',
    '联系人',
    '联系电话',
    '状态',
    '浏览',
    '索取联系',
    '最近确认',
    '公开时间',
  ]
  const body = rows.map((row) => {
    const item = itemOf(k, names, row, null)
    return [
      item.title,
      item.streetName,
      item.address,
      ...attributes.map(([key, { unit: _, ...attribute }]) => {
        const value = row.facts[key]
        return typeof value === 'number' ? value : valueText(names, attribute, value)
      }),
      item.owner,
      item.contactPerson,
      item.contactPhone,
      item.stateName,
      item.viewNum,
      row.contact_num,
      item.freshTime,
      item.publishTime,
    ]
  })
  return listSheet(k, call, { title: marketKinds[kind].name, heads, rows: body, thing: MARKET, detail: { kind } })
}
