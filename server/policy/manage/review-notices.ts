import type { Call, Kernel } from '../../kernel/kernel.ts'
import type { Db } from '../../kernel/db/index.ts'
import { handled, notify } from '../../system/index.ts'

interface Reviewed {
  /** a unique key of the reviewed thing */
  thing: string
  /** title with which the notice begins */
  title: string
  submittedBy: number | null
  move: string
  /** whether it waits for review after the move, and before it */
  waits: boolean
  waited: boolean
  opinion: string | null | undefined
  links: { review: string; own: string }
}
const outcomes: Readonly<Record<string, string>> = { approve: '已通过审核', reject: '未通过审核' }

/** Notifies reviewers when something waits, and closes these notices when it no longer does; notifies the submitter of the result. */
export async function tellOfReview(
  db: Db,
  k: Kernel,
  { actor }: Call,
  { thing, title, submittedBy, move, waits, waited, opinion, links }: Reviewed,
): Promise<void> {
  const waitsFor = `review:${thing}`
  if (waited && !waits) await handled(db, k, waitsFor)
  if (waits && !waited)
    await notify(db, k, {
      to: { permission: 'policy:review' },
      kind: 'work',
      title: `${title}等待审核`,
      body: actor ? `由${actor.name}提交。` : '',
      link: links.review,
      waitsFor,
      except: actor?.userId ?? null,
    })
  const outcome = outcomes[move]
  if (!outcome || submittedBy === null) return
  await notify(db, k, {
    to: { userId: submittedBy },
    kind: move === 'reject' ? 'work' : 'policy',
    title: `${title}${outcome}`,
    body: opinion ?? '',
    link: links.own,
    except: actor?.userId ?? null,
  })
}
