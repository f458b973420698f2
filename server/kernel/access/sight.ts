import type { RowResourceKey } from '../../../contract/row-rules.ts'
import type { Actor } from '../actor.ts'
import { opensAll } from './row-rules.ts'

/**
 * The part of a cache key that says which rows of a resource an actor sees; everybody who sees all rows shares one key. `codes` is the
 * prefix of the resource's permission codes ('appeal:'); the right to read is `${codes}read`.
 */
export const sightOf = (actor: Actor, resource: RowResourceKey, codes: string): unknown =>
  opensAll(actor, resource) && actor.permissions.has(`${codes}read`)
    ? 'all'
    : [
        actor.type,
        [...actor.permissions].filter((code) => code.startsWith(codes)),
        actor.userId,
        actor.officeId,
        actor.rules?.filter((rule) => rule.resource === resource),
      ]
