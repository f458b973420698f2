import type { Db } from '../kernel/db/index.ts'
import type { Call } from '../kernel/kernel.ts'
import { givenPerKernel } from '../kernel/per-kernel.ts'

/** How a person logs in, or is reached while logging in, as a system administrator can change it. */
export type LogInPart = '密码' | '统一账号' | '手机号'

/** What happens to a second factor; `usedRecovery`: a log-in with a recovery code, `locked`: too many wrong codes. */
export type FactorEvent = 'on' | 'off' | 'renewed' | 'usedRecovery' | 'locked'

/** What becomes of a request to remove the second factor of somebody who lost the app. */
export type ResetEvent = 'asked' | 'confirmed' | 'refused' | 'withdrawn'

/** Whom this domain tells about rights and log-ins, each in the transaction of what happened. */
export interface RightsNotices {
  /** to the person and the security officers: whoever sets a log-in can use it */
  changedLogIn(db: Db, changed: { call: Call; user: { id: number; name: string }; parts: readonly LogInPart[] }): Promise<unknown>
  /** to the owner, who may not be the one at the keyboard; `once`: what names the event */
  changedFactor(db: Db, changed: { userId: number; event: FactorEvent; once: string }): Promise<unknown>
  /** to the owner; a request also to the other security officers, and what was decided to the one who asked; `reason`: of the request */
  resetFactor(
    db: Db,
    reset: {
      call: Call
      user: { id: number; userName: string; name: string }
      event: ResetEvent
      askedBy: number
      reason: string
      opinion: string
    },
  ): Promise<unknown>
  /** to the one who asked and to the owner, who was told of the request: nobody decided within the day */
  expiredReset(db: Db, reset: { user: { id: number; userName: string; name: string }; askedBy: number; askedAt: string }): Promise<unknown>
  /** the request about this account waits for no officer any more */
  endedReset(db: Db, userId: number): Promise<unknown>
  /**
   * to the holder: names of roles; `terms`: roles that stay, but to another last day (null: for good); `by` null: by the clock, at the begin
   * or end of a term
   */
  changedRoles(
    db: Db,
    changed: { userId: number; given: string[]; taken: string[]; terms: { name: string; to: string | null }[]; by: string | null },
  ): Promise<unknown>
  /** to the security officers; `what` such as 方芸（front1）, names of offices or null for none; `userName` null: an office was moved */
  movedOffice(
    db: Db,
    moved: { call: Call; what: string; from: string | null; to: string | null; userName: string | null },
  ): Promise<unknown>
  /** to `officers`, who may decide about a change of rights that waits */
  askedChange(
    db: Db,
    change: { id: number; title: string; by: string; officers: readonly number[]; reason: string; startsAt: string | null },
  ): Promise<unknown>
  /** the change waits for no officer any more */
  endedChange(db: Db, id: number): Promise<unknown>
  /** to `officers`, who may decide about one of its rows at least; `by` null: begun by the clock */
  openedReview(
    db: Db,
    review: { id: number; name: string; dueOn: string; by: string | null; officers: readonly number[] },
  ): Promise<unknown>
  /** the review waits for no officer any more */
  endedReview(db: Db, id: number): Promise<unknown>
  /** to the officer who asked for a change of rights; `startsAt`: a later start of an approved one */
  decidedChange(
    db: Db,
    decided: { title: string; askedBy: number; by: string; isApproved: boolean; startsAt: string | null; opinion: string },
  ): Promise<unknown>
  /** to the security officers */
  voidChange(db: Db, change: { id: number; title: string; reason: string; except: number | null }): Promise<unknown>
}

const notices = givenPerKernel<RightsNotices>()
/** Notices belong to a domain that depends on this one, so a later domain gives them. */
export const giveRightsNotices = notices.give
export const rightsNotices = notices.of
