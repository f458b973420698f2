import { AUDIENCE_GROUP, type HomeRow } from '../../contract/policy/home.ts'
import { projectStates } from '../../contract/declaration.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { homeFigure, homeList } from '../kernel/public/home.ts'
import type { Db } from '../kernel/db/index.ts'
import { selectProjects } from './queries.ts'

/** Number of projects in the list; the others are behind 更多. */
const SHOWN = 12
const URGENT_MS = 7 * 86_400_000

/** Projects that accept declarations now, the nearest deadline first, and their number. */
export function offerDeclarationHome(k: Kernel): void {
  homeList(k, {
    code: 'closing',
    label: '本县正在申报',
    more: '/page/policysearch?sort=deadline',
    columns: ['项目', '部门', '材料', '截止'],
    rows: closing,
  })
  // Counts open projects, not open policies: a policy without a project cannot be declared for.
  homeFigure(k, { code: 'openTotal', label: '正在申报', unit: '项', value: async () => (await open(k, 1)).total })
}

const open = (k: Kernel, pageSize: number) =>
  selectProjects(k.db, { state: projectStates.open.code, published: true, page: 1, pageSize }, k.clock.now())

async function closing(k: Kernel): Promise<HomeRow[]> {
  const { rows } = await open(k, SHOWN)
  const kinds = await kindsOf(
    k.db,
    rows.map((p) => p.policy_id),
  )
  return rows.map((p) => ({
    title: p.name,
    // The entry links to the project's policy.
    url: `/page/policyserverdetail?id=${p.policy_id}`,
    note: `${shanghaiDay(Date.parse(p.apply_end))} 截止`,
    cells: [p.dep_name, `${p.template.materials.length} 样`],
    urgent: Date.parse(p.apply_end) - k.clock.now().getTime() < URGENT_MS,
    kinds: kinds.get(p.policy_id) ?? [],
  }))
}

/** Kinds of companies that policies address, from the policies' labels. */
async function kindsOf(db: Db, policyIds: readonly number[]): Promise<Map<number, string[]>> {
  if (policyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('policy_label_of as c')
    .innerJoin('policy_label as l', 'l.id', 'c.label_id')
    .innerJoin('policy_label as above', 'above.id', 'l.parent_id')
    .where('above.name', '=', AUDIENCE_GROUP)
    .where('l.enabled', '=', true)
    .where('c.policy_id', 'in', [...new Set(policyIds)])
    .select(['c.policy_id', 'l.name'])
    .orderBy('l.sort')
    .orderBy('l.id')
    .execute()
  return new Map([...Map.groupBy(rows, (row) => row.policy_id)].map(([id, labels]) => [id, labels.map(({ name }) => name)]))
}
