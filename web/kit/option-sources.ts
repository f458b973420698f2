import type { OptionSource } from './fields.ts'
import { readOptions, withoutAll, type RawOption } from './options.ts'

/** Department options: entries labelled 全部 are removed (spec §5, V037). */
export const departments = (key: string, load: () => Promise<readonly RawOption[]>): OptionSource => ({
  key: `departments:${key}`,
  load: async () => withoutAll(readOptions(await load())),
})
