import { pagesOpenTo, pagesOpenToEach } from '../identity/index.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import type { ReviewPermission } from './delegators.ts'

const ACCEPTS = '/work/checkmanage'
const REVIEWS = '/work/govcheckmanage'
const DESKS: readonly string[] = [ACCEPTS, REVIEWS]
/** Shows every declaration that the reader sees, with the same detail and moves. */
export const MANAGE = '/work/declaremanage'

/** The desk of a step, by the permission that signs it. */
export const stepDesk = (permission: string): string =>
  permission === ('declaration:accept' satisfies ReviewPermission) ? ACCEPTS : REVIEWS

/**
 * The desk on which somebody works on a step: the step's own, or the other one where only that opens, because a delegate signs by the
 * delegator's right while the menu is the delegate's (ADR 1021). Every desk lists and opens what its reader may see.
 */
const openDesk = (permission: string, opens: ReadonlySet<string> | undefined): string =>
  [stepDesk(permission), ...DESKS, MANAGE].find((desk) => opens?.has(desk)) ?? stepDesk(permission)

/** The step whose desk somebody has: acceptance for who accepts, review for everybody else. */
export const ownStep = ({ permissions }: Pick<Actor, 'permissions'>): ReviewPermission =>
  permissions.has('declaration:accept') ? 'declaration:accept' : 'declaration:review'

/** The desk of the person who asks, by the roles of the session. */
export const deskOf = async (db: Db, actor: Actor): Promise<string> =>
  openDesk(ownStep(actor), await pagesOpenTo(db, actor, [...DESKS, MANAGE]))

/** To which desk a notice about a step leads each of its recipients. */
export async function desksOf(db: Db, userIds: readonly number[]): Promise<(userId: number, permission: string) => string> {
  const open = await pagesOpenToEach(db, userIds, [...DESKS, MANAGE])
  return (userId, permission) => openDesk(permission, open.get(userId))
}

/** The recipients of one notice, by the desk to which it leads them. */
export const byDesk = (desks: Awaited<ReturnType<typeof desksOf>>, permission: string, userIds: readonly number[]): Map<string, number[]> =>
  Map.groupBy(userIds, (id) => desks(id, permission))

const READS: readonly string[] = [MANAGE, ...DESKS]

/** Where each of these people reads declarations, whether or not they review: in 申报管理, or on the desk that opens for them. */
export async function readingDesks(db: Db, userIds: readonly number[]): Promise<(userId: number) => string> {
  const open = await pagesOpenToEach(db, userIds, READS)
  return (userId) => READS.find((page) => open.get(userId)?.has(page)) ?? MANAGE
}

/** Where an opinion is answered: in 申报管理 among all that are asked, on a desk at the declaration. */
export const opinionLink = (desk: string, declarationId: number): string =>
  desk === MANAGE ? `${MANAGE}?tab=opinions` : `${desk}?id=${declarationId}`
