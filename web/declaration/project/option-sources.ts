import { managed } from '../../../contract/policy.ts'
import { system } from '../../../contract/system.ts'
import { call } from '../../api.ts'
import { departments } from '../../kit/choose/option-sources.ts'

export const offices = departments('examine', () => call(system.officeOptions, {}, { silent: true }))

/** Policies by title, page by page. */
export const policyTitles = async ({ page, pageSize, search }: { page: number; pageSize: number; search: string }) => {
  const { total, list } = await call(managed.titles, { query: { page, pageSize, policyTitle: search } }, { silent: true })
  return { total, list: list.map((p) => ({ id: p.id, name: p.policyTitle })) }
}
