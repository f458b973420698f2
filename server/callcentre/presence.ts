import { sql, type RawBuilder } from 'kysely'
import { agentCodes } from '../../contract/callcentre/states.ts'
import { atWork } from '../identity/index.ts'
import type { Kernel } from '../kernel/kernel.ts'

/**
 * SQL: whether the agent in this row is present. The state that an agent chose holds no longer than the log-in: a disabled account, one
 * without call:agent and one that is logged out everywhere count as 离线, whatever the row says (ADR 0987).
 */
export const isPresent = (k: Kernel, a: 'a' | 'call_agent' = 'call_agent'): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${a}.state`)} <> ${agentCodes.code.offline}
    and ${atWork(k, { user: sql.ref(`${a}.user_id`), since: sql.ref(`${a}.since`), permission: 'call:agent' })})`
