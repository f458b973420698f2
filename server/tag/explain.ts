import type { Parsed } from '../../contract/endpoint.ts'
import type { tag as endpoints, TagReason, WornTag } from '../../contract/tag.ts'
import { companyCardOf, noteListed, noteSitting, readerOf } from '../company/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { notFound } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { conditionInWords, explainCondition } from '../matching/index.ts'
import { requireTags } from './access.ts'
import { memberPurpose } from './members.ts'
import { selectChanges, selectWorn, smartNameOf, tagRows } from './queries.ts'

/** The tags of a company, with source and date; a company sees only those that are meant for it. */
export async function wornTags(k: Kernel, actor: Actor, asked: number | undefined): Promise<WornTag[]> {
  const { companyId, own } = await readerOf(k.db, actor, asked, 'tag:read')
  return (await selectWorn(k.db, actor, companyId, own)).map((r) => ({
    id: r.id,
    tagName: r.name,
    parentName: r.parent_name,
    colour: r.colour,
    smartFlag: r.smart ? 1 : 0,
    source: r.source,
    since: r.created_at,
  }))
}

/** The same for staff; a look at smart tags is recorded in the company's ledger, because they come from its archive (G-06). */
export async function lookAtTags(k: Kernel, call: Call, actor: Actor, asked: number | undefined): Promise<WornTag[]> {
  const tags = await wornTags(k, actor, asked)
  if (actor.type === 'YYF' && tags.some((tag) => tag.smartFlag === 1)) await noteSitting(k, call, actor, asked!, 'company.tag.read')
  return tags
}

/** 为什么有（没有）这个标签: whether the company has the tag, and what the rule says today, condition by condition. */
export async function explainTag(k: Kernel, call: Call, actor: Actor, q: Parsed<typeof endpoints.explain>['query']): Promise<TagReason> {
  const { companyId, own } = await readerOf(k.db, actor, q.companyId, 'tag:read')
  if (!own) await requireTags(k.db, actor, [q.tagId])
  const row = await tagRows(k.db).where('t.id', '=', q.tagId).executeTakeFirst()
  if (!row || (own && !(row.visible && row.enabled))) throw notFound('标签不存在')
  const company = await companyCardOf(k.db, companyId)
  if (!company) throw notFound('企业不存在')
  const membership = (await selectWorn(k.db, actor, companyId, own)).find((w) => w.id === row.id)
  const explanation = row.rules ? await explainCondition(k, row.rules, row.name, companyId) : null
  if (explanation && !own) await noteSitting(k, call, actor, companyId, 'company.tag.explain')
  const has = membership !== undefined
  return {
    tagId: row.id,
    tagName: row.name,
    companyName: company.name,
    smartFlag: row.smart ? 1 : 0,
    has,
    source: membership?.source ?? null,
    since: membership?.created_at ?? null,
    words: row.rules ? conditionInWords(row.rules) : null,
    explanation,
    consent: row.rules === null || explanation !== null,
    outdated: explanation !== null && (explanation.result === 'true') !== has,
    refreshTime: row.refreshed_at,
  }
}

export async function tagHistory(k: Kernel, actor: Actor, q: Parsed<typeof endpoints.history>['query']) {
  await requireTags(k.db, actor, [q.tagId])
  const { total, rows } = await selectChanges(k.db, actor, q)
  const smart = rows.filter((r) => r.source === 'smart').map((r) => r.company_id)
  if (smart.length > 0) await noteListed(k, k.db, actor, memberPurpose(await smartNameOf(k.db, q.tagId)), [...new Set(smart)])
  return {
    total,
    list: rows.map((r) => ({
      id: r.id,
      joined: r.joined,
      source: r.source,
      reason: r.reason,
      at: r.at,
      byName: r.by_name,
      companyId: r.company_id,
      companyName: r.company_name,
    })),
  }
}
