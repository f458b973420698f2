import { matching } from '../../../contract/matching.ts'
import { managed } from '../../../contract/policy.ts'
import { system } from '../../../contract/system.ts'
import { call } from '../../api.ts'
import { departments } from '../../kit/choose/option-sources.ts'
import type { OptionSource } from '../../kit/form/fields.ts'

export const offices = departments('examine', () => call(system.officeOptions, {}, { silent: true }))

/** Facts of the archive that can prefill a field, by label. */
export const facts: OptionSource = {
  key: 'archive-facts',
  load: async () =>
    (await call(matching.fields, {}, { silent: true })).fields.map((f) => ({
      id: f.key,
      name: f.unit ? `${f.label}（${f.unit}）` : f.label,
    })),
}

/** Policies by title, page by page. */
export const policyTitles = async ({ page, pageSize, search }: { page: number; pageSize: number; search: string }) => {
  const { total, list } = await call(managed.titles, { query: { page, pageSize, policyTitle: search } }, { silent: true })
  return { total, list: list.map((p) => ({ id: p.id, name: p.policyTitle })) }
}

/** Enabled dictionaries, by code and first values. */
export const dictionaries: OptionSource = {
  key: 'dictionaries',
  load: async () =>
    Object.entries(await call(system.getDict, { query: {} }, { silent: true })).map(([code, items]) => ({
      id: code,
      name: `${code}（${items
        .slice(0, 3)
        .map((i) => i.label)
        .join('、')}${items.length > 3 ? '…' : ''}）`,
    })),
}
