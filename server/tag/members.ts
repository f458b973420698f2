import type { Parsed } from '../../contract/endpoint.ts'
import type { companyTag as endpoints, TagMember } from '../../contract/tag.ts'
import { chosenCompanies, noteListed } from '../company/index.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { maskName, maskPhone, openPii } from '../kernel/access/pii.ts'
import { joinTags, leaveTags, recount } from './changes.ts'
import { memberPage, selectCompanies, type membersAfter } from './member-queries.ts'
import { smartNameOf } from './queries.ts'
import { carriedByHand } from './tags.ts'
import { tellTags } from './tell.ts'

type MemberRecord = Awaited<ReturnType<typeof membersAfter>>[number]

export function shownMember(k: Kernel, r: MemberRecord): TagMember {
  const name = (sealed: string | null) => (sealed === null ? null : maskName(openPii(k, sealed)))
  const phone = (sealed: string | null) => (sealed === null ? null : maskPhone(openPii(k, sealed)))
  return {
    id: r.id,
    companyName: r.name,
    code: r.credit_code,
    streetName: r.street_name,
    legalPerson: name(r.legal_person),
    legalPersonPhone: phone(r.legal_person_phone),
    contactPerson: name(r.contact_person),
    contactPhone: phone(r.contact_phone),
    source: r.source,
    since: r.created_at,
  }
}

/** The companies of a tag. For a smart tag the look is recorded for the companies shown (G-06). */
export async function listMembers(k: Kernel, actor: Actor, q: Parsed<typeof endpoints.listCompany>['query']) {
  const { total, rows } = await memberPage(k.db, actor, q)
  const smart = rows.filter((r) => r.source === 'smart').map((r) => r.id)
  if (smart.length > 0) await noteListed(k, k.db, actor, memberPurpose(await smartNameOf(k.db, q.tagId)), smart)
  return { total, list: rows.map((r) => shownMember(k, r)) }
}

export const memberPurpose = (tagName: string | null) => `查看智能标签“${tagName ?? ''}”的企业`

export async function listCompanies(k: Kernel, actor: Actor, q: Parsed<typeof endpoints.list>['query']) {
  const { total, rows, worn } = await selectCompanies(k.db, actor, q)
  const smart = new Set(worn.filter((w) => w.smart).map((w) => w.company_id))
  await noteListed(k, k.db, actor, '查看智能标签', [...smart])
  return {
    total,
    list: rows.map((r) => ({
      id: r.id,
      companyName: r.name,
      code: r.credit_code,
      streetName: r.street_name,
      tags: worn
        .filter((w) => w.company_id === r.id)
        .map((w) => ({ id: w.id, tagName: w.name, colour: w.colour, smartFlag: w.smart ? 1 : 0 })),
    })),
  }
}

/** Puts all these tags on all these companies, in one transaction. Existing pairs are counted but not written. */
export async function addTags(k: Kernel, call: Call, { tagIds, companyIds, reason }: Parsed<typeof endpoints.add>['body']) {
  const tags = [...new Set(tagIds)]
  const companies = [...new Set(companyIds)]
  return k.db.transaction().execute(async (db) => {
    await carriedByHand(db, call.actor, tags)
    await chosenCompanies(db, call.actor, companies)
    const pairs = tags.flatMap((tagId) => companies.map((companyId) => ({ tagId, companyId })))
    const joined = await joinTags(db, pairs, { source: 'manual', reason, at: k.clock.now(), by: call.actor?.userId ?? null })
    const added = joined.length
    await recount(db, tags)
    await tellTags(db, k, { joined })
    await audit(db, call, {
      action: 'tag.assign',
      objectType: 'tag',
      objectId: tags.join(','),
      detail: { companies: companies.length, added },
    })
    return { added, already: pairs.length - added }
  })
}

export async function removeTagsFrom(k: Kernel, call: Call, { tagIds, companyIds, reason }: Parsed<typeof endpoints.remove>['body']) {
  const tags = [...new Set(tagIds)]
  return k.db.transaction().execute(async (db) => {
    await carriedByHand(db, call.actor, tags)
    await chosenCompanies(db, call.actor, companyIds)
    const left = await leaveTags(db, { tagIds: tags, companyIds }, { reason, at: k.clock.now(), by: call.actor?.userId ?? null })
    const removed = left.length
    await recount(db, tags)
    await tellTags(db, k, { left })
    await audit(db, call, {
      action: 'tag.unassign',
      objectType: 'tag',
      objectId: tags.join(','),
      detail: { companies: companyIds.length, removed },
    })
    return { removed }
  })
}
