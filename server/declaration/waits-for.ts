import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { reviewStepKeys, reviewSteps, type ReviewStepConfig } from '../../contract/declaration.ts'
import { askedFor, atOffice, inOwnRight, officeOf, openTo, reviewsOf, type Builder } from './access.ts'
import { delegatorOf, type Reader } from './delegators.ts'
import { examiningStates, underReview } from './flow.ts'

/** Whether the office's signature is due: not given in this round and, where offices sign in order, it is the office's turn. */
const dueAt = (office: RawBuilder<unknown>) => sql<boolean>`(s.office_ids is null or (
  not exists (select 1 from declaration_log sl where sl.declaration_id = d.id and sl.round = d.round and sl.from_state = d.state
    and sl.move in ('pass', 'countersign') and sl.revoked_at is null and sl.office_id = ${office})
  and (s.mode <> 'ordered' or s.office_ids[1 + (select count(*) from declaration_log sl where sl.declaration_id = d.id and sl.round = d.round
    and sl.from_state = d.state and sl.move in ('pass', 'countersign') and sl.revoked_at is null)] = ${office})))`

const notOwn = (userId: number) => sql<boolean>`(d.submitter_id is distinct from ${userId} and d.entered_by is distinct from ${userId})`

/** Where people sign: whether this person has not signed the present step, nor a delegate in their name. */
const unsigned = (userId: number) => sql<boolean>`(s.office_ids is not null or not exists (select 1 from declaration_log l
  where l.declaration_id = d.id and l.round = d.round and l.from_state = d.state and l.move in ('pass', 'countersign') and l.revoked_at is null
    and (l.actor_id = ${userId} or l.behalf_of = ${userId})))`

/**
 * For projects with 决定与审核不得同一人: whether the person signed the review and so may not decide (barredFrom of separate.ts, as a list condition).
 */
const reviewedBy = (eb: Builder, userId: number) =>
  eb.exists(
    eb
      .selectFrom('declaration_log as rl')
      .innerJoin('project as rp', 'rp.id', 'd.project_id')
      .where('d.state', '=', 'deciding')
      .where('rp.separate_decision', '=', true)
      .whereRef('rl.declaration_id', '=', 'd.id')
      .whereRef('rl.round', '=', 'd.round')
      .where('rl.from_state', 'in', examiningStates)
      .where('rl.move', 'in', ['pass', 'countersign'])
      .where('rl.revoked_at', 'is', null)
      .where((e) => e.or([e('rl.actor_id', '=', userId), e('rl.behalf_of', '=', userId)]))
      .select(sql.lit(1).as('one')),
  )

/**
 * Steps of the row's project at which the reader may sign now, in their own name or a delegator's: `signerAt` of signing.ts as a list condition.
 * What stands against the reader in every name (own work, a signed review) is asked beside it, once.
 */
const dueSteps = (eb: Builder, reader: Reader) => {
  const { actor, delegated } = reader
  const own = officeOf(actor)
  const permissions = reviewsOf(actor)
  return eb
    .selectFrom('project_step as s')
    .whereRef('s.project_id', '=', 'd.project_id')
    .where(unsigned(actor.userId))
    .where((e) =>
      e.or([
        ...(permissions.length === 0
          ? []
          : [
              e.and([
                e('s.permission', 'in', permissions),
                atOffice(own),
                dueAt(own),
                ...(delegated.length === 0 ? [] : [inOwnRight(reader)(eb)]),
              ]),
            ]),
        ...delegated.map((one) =>
          e.and([
            e('s.permission', '=', one.permission),
            atOffice(officeOf(one)),
            dueAt(officeOf(one)),
            openTo(delegatorOf(one)),
            notOwn(one.userId),
            unsigned(one.userId),
            e.not(reviewedBy(eb, one.userId)),
          ]),
        ),
      ]),
    )
}

const stepOfState = sql<ReviewStepConfig['step']>`case d.state ${sql.join(
  reviewStepKeys.map((step) => sql`when ${sql.lit(reviewSteps[step].state)} then ${sql.lit(step)}`),
  sql` `,
)} end`

/** Rows that wait for this person: at a step of theirs, not their own work and not yet passed by them; or for their opinion. */
export const waitsFor =
  (reader: Reader) =>
  (eb: Builder): Expression<SqlBool> => {
    const { actor } = reader
    return eb.and([
      eb('d.state', 'in', [...underReview]),
      notOwn(actor.userId),
      eb.or([
        askedFor(eb, actor, true),
        eb.and([
          eb.not(reviewedBy(eb, actor.userId)),
          eb.exists(dueSteps(eb, reader).where('s.step', '=', stepOfState).select(sql.lit(1).as('one'))),
        ]),
      ]),
    ])
  }

/** Rows in review or in correction that wait for somebody else. */
export const waitsForOthers =
  (reader: Reader) =>
  (eb: Builder): Expression<SqlBool> =>
    eb.and([eb('d.state', 'in', [...underReview, 'returned']), eb.not(waitsFor(reader)(eb))])
