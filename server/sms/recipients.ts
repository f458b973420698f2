import { sql, type RawBuilder } from 'kysely'
import type { SmsAudience } from '../../contract/sms/sends.ts'
import type { SmsPurpose, SmsSkip } from '../../contract/sms/states.ts'
import { usualNumber } from '../../contract/usual-number.ts'
import { companiesOf, consentingOf, counts, inArea, noteListed, tagsOf } from '../company/index.ts'
import { companiesMeeting } from '../matching/index.ts'
import { blindIndex, isCurrentSeal, openPii } from '../kernel/access/pii.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { likeStart, likeText } from '../kernel/db/like.ts'
import { refused } from '../kernel/errors.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { unwanted, wishesOf } from './wishes.ts'

export const RECIPIENTS_MAX = 100_000
/** Rows handled before the process yields to other work. */
const STEP = 200

export interface Recipient {
  companyId: number | null
  companyName: string
  name: string
  phone: string
  index: string
  skip: SmsSkip | null
  /** The values under which the archive keeps number and name, when they can be taken over as they are; null: to be sealed. */
  sealedPhone: string | null
  sealedName: string | null
}

/** A company belongs to an audience when any of the ways to choose selects it. `tags`: which tags count. */
function waysOf(db: Db, a: Omit<SmsAudience, 'persons'>, tags: RawBuilder<boolean>): RawBuilder<boolean> {
  const ways = []
  if (a.companyIds.length > 0) ways.push(sql<boolean>`c.id = any(${a.companyIds})`)
  if (a.tagIds.length > 0) {
    const tagged = db
      .selectFrom('tag_company as tc')
      .innerJoin('tag as t', 't.id', 'tc.tag_id')
      .where('tc.tag_id', 'in', a.tagIds)
      .where(tags)
      .where(counts())
      .select('tc.company_id')
    ways.push(sql<boolean>`c.id in (${tagged})`)
  }
  if (a.policyIds.length > 0) ways.push(companiesMeeting(a.policyIds, 'c.id'))
  const f = a.filter
  if (f) {
    const parts = [sql<boolean>`true`]
    if (f.companyName) parts.push(sql`c.name like ${likeText(f.companyName)}`)
    if (f.streetId) parts.push(inArea('c.street_id', f.streetId))
    if (f.industry) parts.push(sql`c.industry like ${likeStart(f.industry)}`)
    if (f.businessType) parts.push(sql`c.business_type = ${f.businessType}`)
    ways.push(sql<boolean>`(${sql.join(parts, sql` and `)})`)
  }
  return ways.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(ways, sql` or `)})`
}

/** The companies of an audience that the actor may see. */
const chosen = (db: Db, actor: Actor, a: Omit<SmsAudience, 'persons'>) =>
  db
    .selectFrom('company as c')
    .where(companiesOf(actor))
    .where(waysOf(db, a, tagsOf(actor)))

/**
 * Those of the companies that an audience selected by their archive only, and that have withdrawn the consent since: by a policy that they
 * meet, or by a smart tag (G-05). Who is also selected by name, by a tag that somebody gave, or by the register, stays.
 */
export async function withdrawnSince(db: Db, audience: Omit<SmsAudience, 'persons'>, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0 || (audience.policyIds.length === 0 && audience.tagIds.length === 0)) return new Set()
  const consenting = await consentingOf(db, ids)
  const without = ids.filter((id) => !consenting.has(id))
  if (without.length === 0) return new Set()
  const rows = await db
    .selectFrom('company as c')
    .select('c.id')
    .where('c.id', 'in', without)
    .where((e) => e.not(waysOf(db, audience, sql<boolean>`true`)))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The results of `work` for all rows; other work of the process gets its turn after every few. */
export async function inSteps<From, To>(rows: readonly From[], work: (row: From) => To): Promise<To[]> {
  const done: To[] = []
  for (const [n, row] of rows.entries()) {
    if (n % STEP === STEP - 1) await new Promise((resolve) => setImmediate(resolve))
    done.push(work(row))
  }
  return done
}

type Person = SmsAudience['persons'][number]
interface Chosen {
  /** null: a person of a sheet, who belongs to no company */
  id: number | null
  name: string
  sealed: string | null
  stored: string | null
  person?: string | null
}

/** All that an audience selects, companies before typed numbers; `recipientReader` makes recipients of them. */
export async function everybody(
  k: Kernel,
  db: Db,
  actor: Actor,
  { id: sendId, audience }: { id: number; audience: SmsAudience },
  wantsNames: boolean,
): Promise<readonly (Chosen | Person)[]> {
  const byContact = sql.raw('c.contact_phone is not null')
  const found: Chosen[] = await chosen(db, actor, audience)
    .select(['c.id', 'c.name'])
    .select(sql<string | null>`coalesce(c.contact_phone, c.legal_person_phone)`.as('sealed'))
    .select(sql<string | null>`case when ${byContact} then c.contact_phone_index else c.legal_person_phone_index end`.as('stored'))
    .$if(wantsNames, (q) => q.select(sql<string | null>`case when ${byContact} then c.contact_person else c.legal_person end`.as('person')))
    .orderBy('c.id')
    .limit(RECIPIENTS_MAX + 1)
    .execute()
  const listed: Chosen[] = await db
    .selectFrom('sms_person')
    .select([
      sql<null>`null`.as('id'),
      sql<string>`''`.as('name'),
      'phone_sealed as sealed',
      'phone_index as stored',
      'name_sealed as person',
    ])
    .where('send_id', '=', sendId)
    .orderBy('sms_person.id')
    .limit(RECIPIENTS_MAX + 1)
    .execute()
  if (found.length + listed.length + audience.persons.length > RECIPIENTS_MAX)
    throw refused(`一次最多发给 ${RECIPIENTS_MAX} 个收件人，请缩小范围`)
  if (audience.policyIds.length > 0 || audience.tagIds.length > 0)
    await noteListed(
      k,
      db,
      actor,
      '按标签或政策选择短信收件企业',
      found.flatMap((row) => row.id ?? []),
    )
  return [...found, ...listed, ...audience.persons]
}

/**
 * Reads recipients piece by piece, in their order, with the number that would be used. Those who get no message have the reason: no number,
 * malformed, repeated number, opted out, no consent.
 */
export function recipientReader(k: Kernel, db: Db, purpose: SmsPurpose) {
  const seen = new Map<string, { isCompany: boolean }>()
  const repeated = ({ index, companyId }: Recipient): SmsSkip | null => {
    const first = seen.get(index)
    if (first) return first.isCompany && companyId !== null ? 'shared' : 'twice'
    seen.set(index, { isCompany: companyId !== null })
    return null
  }
  return async (piece: readonly (Chosen | Person)[]): Promise<Recipient[]> => {
    const list = await inSteps(piece, (one) => {
      const row = 'id' in one ? companyRecipient(k, one) : personRecipient(k, one)
      if (row.skip === null) row.skip = repeated(row)
      return row
    })
    const asked = list.filter((row) => row.skip === null)
    const wish = await wishesOf(k, db, asked)
    for (const row of asked) row.skip = unwanted(wish.get(row.index), purpose)
    return list
  }
}

const fault = (phone: string): SmsSkip | null => {
  if (phone === '') return 'none'
  return /^1\d{10}$/.test(phone) ? null : 'malformed'
}

function companyRecipient(k: Kernel, { id, name, sealed, stored, person = null }: Chosen): Recipient {
  const phone = sealed === null ? '' : openPii(k, sealed)
  // During key rotation a stored index may be that of an earlier key; of one number there must be one index here.
  const isCurrent = sealed !== null && isCurrentSeal(k, sealed)
  const known = stored !== null && isCurrent ? stored : blindIndex(k, phone)
  return {
    companyId: id,
    // Control characters have no place in a message; one of them separates names on the way to the database.
    companyName: name.replace(/\p{Cc}/gu, ' '),
    name: person === null ? '' : openPii(k, person),
    phone,
    index: phone === '' ? '' : known,
    sealedPhone: isCurrent ? sealed : null,
    sealedName: person !== null && isCurrentSeal(k, person) ? person : null,
    skip: fault(phone),
  }
}

function personRecipient(k: Kernel, { phone: typed, name }: Person): Recipient {
  const phone = usualNumber(typed)
  const index = blindIndex(k, phone)
  // Of a typed line without a number the whole text is the name; its list of numbers marks it as malformed, too.
  const skip = phone === '' && name !== '' ? 'malformed' : fault(phone)
  return { companyId: null, companyName: '', name, phone, index, sealedPhone: null, sealedName: null, skip }
}
