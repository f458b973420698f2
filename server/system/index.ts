import { system } from '../../contract/system.ts'
import { checkAudit } from '../kernel/audit-chain.ts'
import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasSealedColumns } from '../kernel/pii-rotation.ts'
import { dictionaries, dictOptions } from './dictionary.ts'
import { offerLogExports } from './exports.ts'
import { joinFiles } from './files.ts'
import { addBusinessEvent, saveFeedback } from './feedback.ts'
import { listLogs } from './logs.ts'
import { officeOptions } from './queries.ts'

export function joinSystem(k: Kernel): void {
  hasSealedColumns(k, { table: 'feedback', id: 'id', columns: { phone_sealed: 'phone_index', name_sealed: null, other_sealed: null } })
  joinFiles(k)
  offerLogExports(k)
  implement(k, 'system', system, {
    getDict: ({ query }) => dictionaries(k, query.types),
    queryDictOptionByOptionIds: ({ body }) => dictOptions(k, body.dictTypeCode, body.optionIds),
    addBusinessLog: ({ body, call }) => addBusinessEvent(k, call, body),
    saveFeedback: ({ body, call }) => saveFeedback(k, call, body),
    listLogs: ({ query, actor, call }) => listLogs(k, actor, call, query),
    officeOptions: () => officeOptions(k),
    checkAudit: () => checkAudit(k),
  })
}
