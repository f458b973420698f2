import type { Call, Kernel } from '../kernel/kernel.ts'
import { listLabels } from './label/labels.ts'
import { departmentOptions, policyEnums } from './market.ts'

type OptionType = 'department' | 'level' | 'supportMode' | 'industry' | 'status' | 'label'

/** Options of the filters that companies use. */
export async function corpOptions(k: Kernel, call: Call, type: OptionType): Promise<{ label: string; value: string }[]> {
  if (type === 'department') return departmentOptions(k)
  if (type !== 'label') return policyEnums()[type]
  const { list } = await listLabels(k, call, { enableFlag: 1, page: 1, pageSize: 100 })
  return list.map((l) => ({ label: l.labelName, value: String(l.id) }))
}
