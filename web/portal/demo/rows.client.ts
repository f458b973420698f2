import type { LevelSource } from '../../kit/choose/use-levels.ts'
import type { ListQuery } from '../../kit/table/use-list.ts'

export interface DemoRow {
  id: number
  title: string
  office: number
  amount: number | null
  applications: number
  state: string
  updatedAt: string
  enabled: boolean
  enterprise: string
  planNo: string | null
  labels: string[]
  note: string | null
  allowed: string[]
}

export const offices = [
  { label: '县经信局', value: 0 },
  { label: '县科技局', value: 1 },
  { label: '县人社局', value: 2 },
  { label: '县商务局', value: 3 },
]
export const labels = [
  { id: 'jg', tagName: '技改' },
  { id: 'gx', tagName: '高新' },
  { id: 'yg', tagName: '用工' },
  { id: 'ck', tagName: '出口' },
]
const titles = [
  '关于组织申报2026年度企业技术改造专项资金的通知',
  '高新技术企业认定奖励申报指南（第二批）',
  '中小微企业稳岗返还政策实施细则',
  '工业厂房租金补贴申报通知',
  '关于开展“专精特新”中小企业培育库入库工作的通知',
  '外贸企业出口信用保险保费补助办法',
]
const states = ['reviewing', 'on', 'back', 'off', 'draft', 'closing']
const companies = ['云峰精密制造有限公司', '青禾食品股份有限公司', '远航电子科技有限公司', '长河纺织有限公司']
const day = (n: number) => new Date(Date.UTC(2026, 10, 20) - n * 86_400_000).toISOString().slice(0, 10)

/** 486 generated rows: enough for paging, selection and show-all. */
const rows: DemoRow[] = Array.from({ length: 486 }, (_, i) => {
  const state = states[i % states.length]!
  return {
    id: i + 1,
    title: titles[i % titles.length]!,
    office: i % 4,
    amount: i % 7 === 0 ? null : (i % 13) * 12.5,
    applications: i === 0 ? 0 : 37 * (i % 11),
    state,
    updatedAt: `${day(i)} ${String(8 + (i % 10)).padStart(2, '0')}:05:00`,
    enabled: i % 3 !== 0,
    enterprise: companies[i % 4]!,
    planNo: i % 5 === 0 ? null : `JH2026-${String(i + 1).padStart(4, '0')}`,
    labels: [labels[i % 4]!.id, labels[(i + 1) % 4]!.id],
    note: i % 2 ? '按季度拨付' : null,
    allowed: state === 'reviewing' ? ['approve', 'sendBack', 'refuse'] : state === 'back' ? ['approve'] : [],
  }
})

const wait = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Answers as a list endpoint does: filters, sorts and pages. */
export async function listRows(query: ListQuery): Promise<{ total: number; list: DemoRow[] }> {
  await wait(250)
  const q = query as Record<string, string | number | undefined>
  const found = rows.filter(
    (r) =>
      (!q.keyword || r.title.includes(String(q.keyword)))
      && (q.office === undefined || String(r.office) === String(q.office))
      && (!q.state || r.state === q.state)
      && (!q.updatedAtFrom || r.updatedAt.slice(0, 10) >= String(q.updatedAtFrom))
      && (!q.updatedAtTo || r.updatedAt.slice(0, 10) <= String(q.updatedAtTo))
      && (!q.enterprise || r.enterprise.includes(String(q.enterprise))),
  )
  const field = q.sort ? (String(q.sort).replace('-', '') as keyof DemoRow) : null
  if (field)
    found.sort(
      (a, b) =>
        (String(q.sort).startsWith('-') ? -1 : 1)
        * (Number(a[field]) - Number(b[field]) || String(a[field]).localeCompare(String(b[field]), 'zh-CN')),
    )
  const from = (Number(q.page) - 1) * Number(q.pageSize)
  return { total: found.length, list: found.slice(from, from + Number(q.pageSize)) }
}

/** Pages of companies for the infinite-scroll select, in the third paging format. */
export async function listCompanies({
  page,
  pageSize,
  search,
}: {
  page: number
  pageSize: number
  search: string
}): Promise<{ list: { id: number; name: string }[]; count: number }> {
  await wait(400)
  if (search === '失败') throw new Error('示例：加载失败')
  const all = Array.from({ length: 40 }, (_, i) => ({ id: i, name: `${companies[i % 4]!.replace('有限公司', '')}${i + 1}分公司` })).filter(
    (c) => c.name.includes(search),
  )
  return { list: all.slice((page - 1) * pageSize, page * pageSize), count: all.length }
}

export const setState = (id: number, state: string) => {
  const row = rows.find((r) => r.id === id)
  if (row) {
    row.state = state
    row.allowed = []
  }
}
export const removeRow = (id: number) => {
  const at = rows.findIndex((r) => r.id === id)
  if (at >= 0) rows.splice(at, 1)
}

const below: Record<string, [string, string][]> = {
  '': [
    ['a', '市级部门'],
    ['b', '县级部门'],
  ],
  a: [
    ['a1', '市经信局'],
    ['a2', '市科技局'],
  ],
  a1: [['a11', '企业服务处']],
  a11: [
    ['a111', '受理岗'],
    ['a112', '审核岗'],
  ],
  b: [
    ['b1', '县经信局'],
    ['b2', '县财政局'],
  ],
  b1: [['b11', '技改科']],
}
let refusals = 0
/** Four levels, read one by one; reading the children of 县财政局 fails the first time. */
export const branches: LevelSource = {
  key: 'demo-branches',
  children: async (parent) => {
    // The children of 市经信局 come late, so that a fast user chooses something else before they arrive.
    await wait(parent === 'a1' ? 1500 : 200)
    if (parent === 'b2' && refusals++ === 0) throw new Error('示例：加载失败')
    return (below[String(parent ?? '')] ?? []).map(([code, name]) => ({ code, name }))
  },
}
