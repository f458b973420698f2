import { system } from '../../contract/system.ts'
import { call } from '../api.ts'
import type { OptionSource } from './fields.ts'
import { readOptions, withoutAll, type RawOption } from './options.ts'

/** Options of a dictionary, by its type (GET /sys/getDict). */
export const dict = (type: string): OptionSource => ({ key: `dict:${type}`, load: async () => (await call(system.getDict, { query: { types: type } }))[type] ?? [] })

/** Department options: entries labelled 全部 are removed (spec §5, V037). */
export const departments = (key: string, load: () => Promise<readonly RawOption[]>): OptionSource => ({ key: `departments:${key}`, load: async () => withoutAll(readOptions(await load())) })
