import { told } from '../../../contract/told.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { toldAbout } from './told.ts'

export { tellsCompanies } from './sources.ts'

/** Joins 告知记录 (ADR 0840). */
export function joinTold(k: Kernel): void {
  implement(k, 'system', told, {
    list: async ({ call, actor, query }) => {
      const { rows, total } = await toldAbout(k, call, actor, query)
      return { list: rows, total }
    },
  })
}
