import { whitelist as endpoints } from '../../../contract/matching/whitelist.ts'
import { implement } from '../../kernel/implement.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { importWhitelist, offerWhitelistImport, whitelistTemplate } from './import.ts'
import { addToWhitelist, listWhitelist, removeWhitelist } from './whitelist.ts'

export { isListed } from './whitelist.ts'

/** Registers the lists of companies that a policy names (spec §7: exportEntWhitelistTemplate). */
export function joinWhitelist(k: Kernel): void {
  offerWhitelistImport(k)
  implement(k, 'matching', endpoints, {
    template: () => whitelistTemplate(),
    list: ({ query, actor }) => listWhitelist(k, actor, query),
    importRows: ({ call, actor }) => importWhitelist(k, call, actor),
    add: ({ call, actor, body }) => addToWhitelist(k, call, actor, body),
    remove: ({ call, body }) => removeWhitelist(k, call, body),
  })
}
