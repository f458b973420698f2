import { itemPath, marketKinds, type MarketKind, type Origin } from '../../../contract/market/states.ts'
import type { NewNotice } from '../../system/index.ts'
import { ownersOf, ownersPage } from '../moves.ts'

export interface Side {
  id: number
  kind: MarketKind
  title: string
  origin: Origin
  company_id: number | null
  user_id: number | null
  created_by: number | null
}
const sameOwner = (a: Side, b: Side): boolean =>
  (a.company_id !== null && a.company_id === b.company_id) || (a.user_id !== null && a.user_id === b.user_id)
function ownerKey(of: Side): string {
  const { companyId, userId } = ownersOf(of)
  return companyId === undefined ? `u${userId}` : `c${companyId}`
}
const listed = (all: readonly Side[]): string => all.map(({ title }) => title).join('；')

/** What the owner of `own` reads about the items that match it. */
function aboutMany(own: Side, found: readonly Side[]): Pick<NewNotice, 'title' | 'body' | 'link'> {
  const { name, side } = marketKinds[own.kind]
  const [first] = found
  if (found.length === 1 && first)
    return {
      title:
        side === 'supply'
          ? `有需求适合您的${name}“${own.title}”：${first.title}`
          : `有${marketKinds[first.kind].name}符合您的需求“${own.title}”：${first.title}`,
      link: itemPath(first.kind, first.id),
    }
  const other = marketKinds[marketKinds[own.kind].other].name
  return {
    title:
      side === 'supply'
        ? `有 ${found.length} 条需求适合您的${name}“${own.title}”`
        : `有 ${found.length} 处${other}符合您的需求“${own.title}”`,
    body: listed(found),
    link: ownersPage(own),
  }
}

/** What the owner of several items reads about one that matches them all. */
function aboutOne(owns: readonly Side[], found: Side): Pick<NewNotice, 'title' | 'body' | 'link'> {
  const [first] = owns
  if (owns.length === 1 && first) return aboutMany(first, [found])
  const { name, side } = marketKinds[found.kind]
  return {
    title:
      side === 'supply'
        ? `有${name}符合您的 ${owns.length} 条需求：${found.title}`
        : `有需求适合您的 ${owns.length} 处${marketKinds[marketKinds[found.kind].other].name}：${found.title}`,
    body: listed(owns),
    link: itemPath(found.kind, found.id),
  }
}

/** The notices of the new matches of an item: one for each owner, however many pairs there are. `of`: differs in every run. */
export function newsOf(item: Side, others: readonly Side[], of: string): NewNotice[] {
  const strangers = others.filter((other) => !sameOwner(item, other))
  if (strangers.length === 0) return []
  const key = `market:fits:${item.id}:${of}`
  return [
    { ...aboutMany(item, strangers), kind: 'market', to: ownersOf(item), key: `${key}:own` },
    ...[...Map.groupBy(strangers, ownerKey)].map(([owner, owns]) => ({
      ...aboutOne(owns, item),
      kind: 'market' as const,
      to: ownersOf(owns[0]!),
      key: `${key}:${owner}`,
    })),
  ]
}
