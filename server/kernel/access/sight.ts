import type { RowResourceKey } from '../../../contract/row-rules.ts'
import type { Actor } from '../actor.ts'
import { opensAll } from './row-rules.ts'

/**
 * What decides which rows of a resource somebody sees, as part of the key of a kept answer: everybody who sees all of them shares one.
 * `codes` is the prefix of the resource's permission codes ('appeal:'); its right to read is `${codes}read`.
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
