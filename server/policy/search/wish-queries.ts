import { POLICY_STATE } from '../../../contract/policy/codes.ts'
import type { SearchWish } from '../../../contract/policy/follow.ts'
import type { PolicyListItem } from '../../../contract/policy/market.ts'
import { today } from '../../kernel/clock.ts'
import { siteArea } from '../../kernel/config.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { surelyFound } from './found.ts'
import { inForce, PUBLIC, Statement, whereOf } from './list-sql.ts'
import { LIST_COLUMNS, listItem, type ListRow } from '../list-item.ts'

/** What a user subscribes to: any of these wishes, or any of these labels. */
export interface Wishes {
  wishes: readonly { name: string; wish: SearchWish }[]
  labelIds: readonly number[]
}
const LABELS = '标签'

/** One condition per wish, with the wish's name. */
async function conditions(
  k: Kernel,
  s: Statement,
  { wishes, labelIds }: Wishes,
  day: string,
  within: Within,
): Promise<{ name: string; where: string }[]> {
  const list: { name: string; where: string }[] = []
  for (const { name, wish } of wishes) {
    const found = wish.q ? { ids: await surelyFound(k, wish, day, within), maybe: [] } : undefined
    list.push({ name, where: `(${whereOf(s, { ...wish, found }, day)})` })
  }
  if (labelIds.length > 0)
    list.push({
      name: LABELS,
      where: `exists (select 1 from policy_label_of c where c.policy_id = p.id and c.label_id = any(${s.bind([...labelIds], 'bigint[]')}))`,
    })
  return list
}

interface Within {
  since?: string | undefined
  ids?: readonly number[] | undefined
}
type Found = { item: PolicyListItem; found: string[] }

/** Published policies that match any wish, newest first, each with the matching wishes. `since`: only policies published after it. */
export async function policiesWished(
  k: Kernel,
  wishes: Wishes,
  { since, ids, offset = 0, limit }: { since?: string; ids?: readonly number[]; offset?: number; limit: number },
): Promise<{ total: number; list: Found[] }> {
  const day = today(k.clock)
  const s = new Statement()
  const each = await conditions(k, s, wishes, day, { since, ids })
  if (each.length === 0) return { total: 0, list: [] }
  const where = [
    PUBLIC,
    `(${each.map((c) => c.where).join(' or ')})`,
    ...(since ? [`p.publish_time > ${s.bind(since, 'timestamptz')}`, inForce(s.bind(day, 'date'))] : []),
    ...(ids ? [`p.id = any(${s.bind([...ids], 'bigint[]')})`] : []),
  ].join(' and ')
  const count = await k.pool.query<{ n: string }>(`select count(*) as n from policy p where ${where}`, s.values)
  const rows = await k.pool.query<ListRow & { found: boolean[] }>(
    `select ${LIST_COLUMNS}, array[${each.map((c) => c.where).join(', ')}] as found from policy p where ${where}
     order by p.publish_time desc, p.id desc limit ${s.bind(limit, 'int')} offset ${s.bind(offset, 'int')}`,
    s.values,
  )
  return {
    total: Number(count.rows[0]!.n),
    list: rows.rows.map((row) => ({
      item: listItem(row, day, siteArea(k.config)),
      found: each.filter((_, i) => row.found[i]).map((c) => c.name),
    })),
  }
}

/** List items by id, in the given order; deleted policies are left out. */
export async function policyItems(k: Kernel, ids: readonly number[]): Promise<{ item: PolicyListItem; onShelf: boolean }[]> {
  if (ids.length === 0) return []
  const day = today(k.clock)
  const { rows } = await k.pool.query<ListRow & { state: number }>(
    `select ${LIST_COLUMNS}, p.state from policy p where p.id = any($1::bigint[]) and not p.deleted`,
    [[...ids]],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [{ item: listItem(row, day, siteArea(k.config)), onShelf: row.state === POLICY_STATE.published }] : []
  })
}
