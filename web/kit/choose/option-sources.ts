import { domainTree, domainTypes } from '../../../contract/domain-tree.ts'
import { system } from '../../../contract/system.ts'
import { call } from '../../api.ts'
import type { OptionSource } from '../form/fields.ts'
import { readOptions, withoutAll, type RawOption } from './options.ts'
import type { LevelSource } from './use-levels.ts'

/** Department options: entries labelled 全部 are removed (spec §5, V037). */
export const departments = (key: string, load: () => Promise<readonly RawOption[]>): Exclude<OptionSource, readonly unknown[]> => ({
  key: `departments:${key}`,
  load: async () => withoutAll(readOptions(await load())),
})

/** The enabled values of a dictionary, in order (spec §3), as a flat list; `domains` keeps the tree. */
export const dictionary = (type: string): OptionSource => ({
  key: `dictionary:${type}`,
  load: async () => (await call(system.getDict, { query: { types: [type] } }, { silent: true }))[type] ?? [],
})

/** A whole tree of codes: a dictionary with its levels (spec §3, type tree). */
export const domains = (type: string): OptionSource => ({
  key: `domains:${type}`,
  load: () => call(domainTree.tree, { query: { type } }, { silent: true }),
})

/** The same tree, loaded level by level. */
export const domainLevels = (type: string): LevelSource => ({
  key: `domains:${type}`,
  children: (parent) =>
    call(domainTree.children, { query: { type, ...(parent === null ? {} : { id: String(parent) }) } }, { silent: true }),
})

export const regions = domains(domainTypes.region)
export const industries = domains(domainTypes.industry)
