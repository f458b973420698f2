import { rightsBack } from '../../../contract/identity/rights-back.ts'
import { askFreshFactor } from '../../kernel/access/fresh-factor.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { historyOf } from './history.ts'
import { restoreRights } from './restore.ts'

/** The way back for roles, data rules and a person's roles (ADR 0990). */
export function joinRightsBack(k: Kernel): void {
  implement(k, 'identity', rightsBack, {
    history: ({ query }) => historyOf(k, query),
    restore: async ({ body, call, actor }) => {
      await askFreshFactor(k, actor)
      return restoreRights(k, call, actor, body)
    },
  })
}
