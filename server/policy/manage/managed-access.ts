import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../kernel/actor.ts'
import type { Db } from '../../kernel/db/index.ts'
import { notFound } from '../../kernel/errors.ts'
import { amountWithin, anyOf, madeIn, oneOf, opensAll, ruled } from '../../kernel/access/row-rules.ts'

/**
 * Policies that a member of staff manages; list, detail, change, to-do and export all use this condition. Published policies are public
 * elsewhere.
 */
export const policiesOf = (actor: Actor): RawBuilder<boolean> =>
  ruled(actor, 'policy', {
    office: madeIn(sql`p.created_by`),
    own: sql<boolean>`p.created_by = ${actor.userId}`,
    fields: {
      department: anyOf(sql.ref('p.dep_ids'), 'int'),
      level: oneOf(sql.ref('p.level'), 'text'),
      state: oneOf(sql.ref('p.state'), 'int'),
      amount: amountWithin(sql.ref('p.max_amount')),
    },
  })

/** Whether this person manages a policy. The platform itself (null) manages all. */
export async function managesPolicy(db: Db, actor: Actor | null, id: number): Promise<boolean> {
  if (actor === null || opensAll(actor, 'policy')) return true
  const seen = await db.selectFrom('policy as p').select('p.id').where('p.id', '=', id).where(policiesOf(actor)).executeTakeFirst()
  return seen !== undefined
}

/** A policy that this person does not manage is reported as absent. */
export async function requirePolicy(db: Db, actor: Actor | null, id: number): Promise<void> {
  if (!(await managesPolicy(db, actor, id))) throw notFound('该政策不存在或已被删除')
}

/**
 * A row that belongs to a policy is visible with the policy; a row without a policy is visible to everybody with a row rule for policies.
 * `policyId`: the column with the policy.
 */
export const withPolicyOf = (actor: Actor, policyId: string): RawBuilder<boolean> =>
  opensAll(actor, 'policy')
    ? sql<boolean>`true`
    : !(actor.rules ?? []).some(({ resource }) => resource === 'policy')
      ? sql<boolean>`false`
      : sql<boolean>`(${sql.ref(policyId)} is null or exists (select from policy p where p.id = ${sql.ref(policyId)} and ${policiesOf(actor)}))`
