import type { HomeRow } from '../../contract/policy/home.ts'
import { projectStates } from '../../contract/declaration.ts'
import { shanghaiDay } from '../../contract/shanghai.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { homeFigure, homeList } from '../kernel/public/home.ts'
import { selectProjects } from './queries.ts'

/** Projects of the list; the rest is behind 更多. */
const SHOWN = 8
const URGENT_MS = 7 * 86_400_000

/** Projects that take declarations now, the nearest end first, and how many there are. */
export function offerDeclarationHome(k: Kernel): void {
  homeList(k, {
    code: 'closing',
    label: '正在申报',
    more: '/page/policysearch?sort=deadline',
    columns: ['项目', '部门', '材料', '截止'],
    rows: closing,
  })
  // What can be declared for now is what has a project, not every policy in its window.
  homeFigure(k, { code: 'openTotal', label: '正在申报', unit: '项', value: async () => (await open(k, 1)).total })
}

const open = (k: Kernel, pageSize: number) =>
  selectProjects(k.db, { state: projectStates.open.code, published: true, page: 1, pageSize }, k.clock.now())

async function closing(k: Kernel): Promise<HomeRow[]> {
  const { rows } = await open(k, SHOWN)
  return rows.map((p) => ({
    title: p.name,
    // A project that takes declarations leads to its policy.
    url: `/page/policyserverdetail?id=${p.policy_id}`,
    note: `${shanghaiDay(Date.parse(p.apply_end))} 截止`,
    cells: [p.dep_name, `${p.template.materials.length} 样`],
    urgent: Date.parse(p.apply_end) - k.clock.now().getTime() < URGENT_MS,
  }))
}
