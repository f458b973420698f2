import type { workshopInfo } from '../../contract/market/item.ts'
import {
  closings,
  itemPath,
  marketKinds,
  marketStates,
  type MarketKind,
  type MarketMove,
  type Origin,
} from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { signedIn } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField } from '../kernel/errors.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { handled, notify } from '../system/index.ts'
import { titleOf } from './approved.ts'
import { marketFlow } from './flow.ts'
import { marketListPath, tellKeepers } from './keeping/favourites.ts'
import { lockItem, refuseNobody } from './queries.ts'
import { changing, showFiles } from './visible.ts'
import { callOffVisits } from './visit-ends.ts'

const { pending } = marketStates.code
type Asked = Parsed<typeof workshopInfo.updateReviewState>['body']
const names: Readonly<Record<number, MarketMove>> = { 0: 'submit', 1: 'approve', 2: 'reject', 3: 'takeDown' }

/** Makes one of the four moves that lead to the requested state; the flow decides whether the caller may make it. */
export const reviewItem = (k: Kernel, call: Call, kind: MarketKind, asked: Asked) =>
  changing(k, async (db) => {
    const actor = signedIn(call.actor)
    const row = await lockItem(db, actor, kind, asked.id)
    const name = names[asked.reviewState]!
    if (name === 'approve' || name === 'submit') refuseNobody(row)
    if (asked.closing === 'deal' && asked.reviewState !== marketStates.code.down) throw invalidField('closing', '只有下架时登记成交')
    const now = k.clock.now()
    const moved = await move(db, call, marketFlow, row, {
      move: name as 'approve',
      version: asked.version,
      reason: asked.reviewOpinion,
      set: {
        ...(name === 'approve' || name === 'reject' ? { review_opinion: asked.reviewOpinion || null, reviewed_by: actor.userId } : {}),
        ...(name === 'approve' ? { publish_time: now, fresh_at: now, asked_at: null } : {}),
        ...(name === 'submit'
          ? { submitted_by: actor.userId, closing: null, closing_price: null, closed_at: null, review_opinion: null }
          : {}),
        ...(name === 'takeDown'
          ? {
              closing: asked.closing ?? null,
              closing_price: asked.closing === 'deal' && asked.closingPrice ? String(asked.closingPrice) : null,
              closed_at: now,
            }
          : {}),
      },
      payload: { title: row.title, address: row.address },
      detail: { title: row.title, kind, ...(asked.closing ? { closing: asked.closing } : {}) },
    })
    await showFiles(db, row.id)
    await waitsForReview(k, db, call, row, row.state, moved.state)
    if (name === 'approve' || name === 'reject' || (name === 'takeDown' && actor.type === 'YYF'))
      await tellOwner(k, db, call, row, name, asked.reviewOpinion)
    if (name === 'takeDown') {
      await callOffVisits(db, k, call, row, { reason: '这条信息已下架', link: visitorsPage(kind) })
      await tellKeepers(db, k, row, {
        title: `您收藏的“${row.title}”已下架`,
        body: asked.closing ? closings[asked.closing] : '',
        link: marketListPath(kind),
        except: actor.userId,
      })
    }
    return { id: row.id, reviewState: moved.state, version: moved.version }
  })

export const removeItem = (k: Kernel, call: Call, kind: MarketKind, { id, version }: { id: number; version?: number | undefined }) =>
  changing<true>(k, async (db) => {
    const row = await lockItem(db, signedIn(call.actor), kind, id)
    const title = await titleOf(db, row.id)
    await move(db, call, marketFlow, row, { move: 'delete', version: version ?? row.version, detail: { title: row.title, kind } })
    await showFiles(db, id)
    await callOffVisits(db, k, call, { id: row.id, title }, { reason: '这条信息已删除', link: visitorsPage(kind) })
    await waitsForReview(k, db, call, row, row.state, -1)
    if (call.actor?.type === 'YYF' && row.origin !== 'gov') await tellOwner(k, db, call, row, 'delete', '')
    return true
  })

/** Notifies reviewers of an item that waits, and settles the notice when it no longer waits. */
export async function waitsForReview(
  k: Kernel,
  db: Db,
  call: Call,
  item: { id: number; kind: MarketKind; title: string },
  before: number | null,
  now: number,
): Promise<void> {
  const waitsFor = `review:market:${item.id}`
  if (before === pending && now !== pending) return handled(db, k, waitsFor)
  if (now !== pending || before === pending) return
  await notify(db, k, {
    to: { permission: 'market:review' },
    kind: 'work',
    title: `${marketKinds[item.kind].name}“${item.title}”等待审核`,
    body: call.actor ? `由${call.actor.name}提交。` : '',
    link: `${marketKinds[item.kind].desk}?reviewState=${pending}`,
    waitsFor,
    except: call.actor?.userId ?? null,
  })
}

/** The page where the owner manages an item; `show` opens its contacts and visits, or the reports. */
export const ownersPage = ({ kind, origin }: { kind: MarketKind; origin: Origin }, show?: 'contacts' | 'reports'): string =>
  `${origin === 'gov' ? marketKinds[kind].desk : marketKinds[kind].own}${show ? `?show=${show}` : ''}`

/** The page where the owner confirms an item with one click. It is on the owner's pages, because the public page may be hidden already. */
export const confirmPage = (item: { id: number; kind: MarketKind; origin: Origin }): string => `${ownersPage(item)}?confirm=${item.id}`

/** The page with the visits and requests of a seeker, on the same page as their own items of the kind. */
export const visitorsPage = (kind: MarketKind): string => `${marketKinds[kind].own}?show=contacts`

/** Recipients for an owner: all users of the company, or the person; for items of staff the user who registered it. */
export const ownersOf = (row: { company_id: number | null; user_id: number | null; created_by: number | null }) =>
  row.company_id !== null ? { companyId: row.company_id } : { userId: row.user_id ?? row.created_by ?? 0 }

async function tellOwner(
  k: Kernel,
  db: Db,
  call: Call,
  row: Awaited<ReturnType<typeof lockItem>>,
  name: 'approve' | 'reject' | 'takeDown' | 'delete',
  opinion: string,
): Promise<void> {
  const words = { approve: '已通过审核，现在公开', reject: '未通过审核', takeDown: '已被下架', delete: '已被工作人员删除' }[name]
  await notify(db, k, {
    to: ownersOf(row),
    kind: 'market',
    title: `${marketKinds[row.kind].name}“${row.title}”${words}`,
    body: opinion,
    link: name === 'approve' ? itemPath(row.kind, row.id) : ownersPage(row),
    except: call.actor?.userId ?? null,
  })
}
