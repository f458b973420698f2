import type { Transaction } from 'kysely'
import type { Database } from '../../db/schema.ts'
import { POLICY_STATE } from '../../contract/policy/codes.ts'
import { quoted } from '../../contract/quoted.ts'
import { notFound } from '../kernel/errors.ts'
import type { Actor } from '../kernel/actor.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { publishing } from '../kernel/offers/publishing.ts'
import { showFiles } from './attachments.ts'
import { requirePolicy } from './manage/managed-access.ts'
import { policyFlow, type Move } from './flow.ts'
import { policiesChanged } from './kept.ts'
import { announce } from './news.ts'
import { tellOfReview } from './manage/review-notices.ts'
import { discardProposals } from './proposal/write.ts'

export type Tx = Transaction<Database>

/** Runs one change of policies: it commits as a whole, then public pages, totals and kept answers are cleared in all processes. */
export const { changing, hear: hearChanges } = publishing({ topic: 'policies', pages: '/', forget: (k) => policiesChanged(k) })

interface Asked {
  id: number
  /** without it, the current version is used */
  version?: number | undefined
}
export interface Moved {
  state: number
  version: number
}

/** The policy, locked, with everything that decides about its moves. */
export async function lockPolicy(db: Tx, k: Kernel, call: Pick<Call, 'actor'>, id: number) {
  await requirePolicy(db, call.actor, id)
  const row = await db
    .selectFrom('policy')
    .select(['id', 'code', 'title', 'state', 'version', 'submitted_by', 'publish_time', 'publish_at', 'take_down_at'])
    .where('id', '=', id)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('该政策不存在或已被删除')
  return { ...row, ...standingOf(k, row) }
}
export const standingOf = (k: Kernel, row: { submitted_by: number | null; publish_at: string | null }) => ({
  submittedBy: row.submitted_by,
  review: k.config.POLICY_REVIEW,
  later: row.publish_at !== null && Date.parse(row.publish_at) > k.clock.now().getTime(),
})
export type PolicyRow = Awaited<ReturnType<typeof lockPolicy>>

/** Columns that a move sets: who submitted, who reviewed, which of the two scheduled times has passed. */
function marksOf(name: Move, actor: Actor | null, now: string, opinion: string | null) {
  if (name === 'submit') return { submitted_by: actor!.userId, submitted_by_name: actor!.name, submitted_at: now }
  if (name === 'approve' || name === 'reject')
    return { reviewed_by: actor!.userId, reviewed_by_name: actor!.name, reviewed_at: now, review_opinion: opinion }
  if (name === 'takeUp' || name === 'release') return { publish_at: null }
  if (name === 'takeDown') return { publish_at: null, take_down_at: null }
  return name === 'expire' ? { take_down_at: null } : {}
}

/** One move of one policy; its files become public or private with it, and it is announced. Only the job may release and expire. */
export async function movePolicy(
  db: Tx,
  k: Kernel,
  call: Call,
  name: Exclude<Move, 'edit' | 'amend' | 'schedule'>,
  { id, version }: Asked,
  opinion: string | null = null,
): Promise<Moved> {
  const row = await lockPolicy(db, k, call, id)
  const now = k.clock.now().toISOString()
  const { published } = POLICY_STATE
  const moved = await move(db, call, policyFlow, row, {
    move: name,
    version: version ?? row.version,
    reason: opinion,
    bySystem: name === 'release' || name === 'expire',
    set: ({ to }) => ({
      ...(call.actor ? { updated_by: call.actor.userId } : {}),
      ...(to === published ? { publish_time: row.publish_time ?? now } : {}),
      ...marksOf(name, call.actor, now, opinion),
    }),
    detail: { code: row.code },
  })
  if (name === 'delete') await discardProposals(db, k, call, id, row.code)
  await tellOfReview(db, k, call, {
    thing: `policy:${id}`,
    title: `政策${quoted(row.title)}`,
    submittedBy: row.submittedBy,
    move: name,
    waits: moved.state === POLICY_STATE.pending && name !== 'delete',
    waited: row.state === POLICY_STATE.pending,
    opinion,
    links: { review: `/work/policycheckmanage?id=${id}`, own: `/work/policyserveradmin?id=${id}` },
  })
  const shown = name !== 'delete' && moved.state === published
  await showFiles(db, id, shown)
  if (shown) await announce(db, k, { policyId: id, what: 'published', version: moved.version })
  else if (row.state === published) await announce(db, k, { policyId: id, what: 'down', version: moved.version })
  return moved
}
