import { sql } from 'kysely'
import type { market } from '../../contract/market/dealing.ts'
import { CONTACTS_A_DAY, marketKinds } from '../../contract/market/states.ts'
import type { Parsed } from '../../contract/endpoint.ts'
import { GONE } from '../kernel/access/personal-data.ts'
import { maskName, maskPhone, openPii, sealPii } from '../kernel/access/pii.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { refused, tooMany } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'
import { notify } from '../system/index.ts'
import { approvedTitle, titleFor } from './approved.ts'
import { answersChanged } from './answers.ts'
import { owns, ownsAsPerson } from './flow.ts'
import { isStopped, refuseStopped } from './marks.ts'
import { ownersOf, ownersPage } from './moves.ts'
import { provePhone } from './proof.ts'
import { itemGone, items } from './queries.ts'
import { DAY, dealsWithPeople, isListed, MARKET, readsAll, seenBy } from './visible.ts'

/** Throws when the account got as many contacts within a day as it may. */
async function refuseTooMany(k: Kernel, db: Db, { userId }: Actor): Promise<void> {
  const now = k.clock.now().getTime()
  const given = await db
    .selectFrom('market_contact')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(now - DAY).toISOString())
    .orderBy('created_at', 'desc')
    .limit(CONTACTS_A_DAY)
    .execute()
  if (given.length < CONTACTS_A_DAY) return
  const freeAt = Date.parse(given.at(-1)!.created_at) + DAY
  throw tooMany(Math.ceil((freeAt - now) / 1000), `每天最多索取 ${CONTACTS_A_DAY} 个联系方式，请明天再试`)
}

/** The listed item with its contact, for a user who is not its owner. */
export async function listedFor(k: Kernel, db: Db, actor: Actor, kind: Parsed<typeof market.slots>['query']['kind'], id: number) {
  const row = await items(db, kind)
    .selectAll('p')
    .select('c.name as company_name')
    .where('p.id', '=', id)
    .where(isListed(k))
    .executeTakeFirst()
  if (!row) throw itemGone(kind)
  if (owns(actor, row) || ownsAsPerson(actor, row)) throw refused('这是您自己发布的信息', 'OWN')
  return row
}

/**
 * A repeated request returns the record with the contact given then. The present contact is given only to users whom this owner has not
 * marked.
 */
async function givenAgain(k: Kernel, actor: Actor, row: { id: number; contact: string; phone: string }) {
  const before = await k.db
    .selectFrom('market_contact')
    .select(['id', 'mark', 'given_name', 'given_phone'])
    .where('item_id', '=', row.id)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  if (!before) return null
  const [person, phone] = [openPii(k, row.contact), openPii(k, row.phone)]
  const then = { id: before.id, contactPerson: openPii(k, before.given_name), contactPhone: openPii(k, before.given_phone) }
  if (before.mark !== '' || (then.contactPerson === person && then.contactPhone === phone)) return then
  await refuseStopped(k, actor)
  await k.db.updateTable('market_contact').set({ given_name: row.contact, given_phone: row.phone }).where('id', '=', before.id).execute()
  return { id: before.id, contactPerson: person, contactPhone: phone }
}

/**
 * Gives the contact to a user who states a reason, and writes a record that both sides can read. A repeated request returns the same
 * record.
 */
export async function requestContact(k: Kernel, call: Call, asked: Parsed<typeof market.requestContact>['body']) {
  const actor = signedIn(call.actor)
  const row = await listedFor(k, k.db, actor, asked.kind, asked.id)
  const given = { contactPerson: openPii(k, row.contact), contactPhone: openPii(k, row.phone) }
  const before = await givenAgain(k, actor, row)
  if (before) return before
  await refuseStopped(k, actor)
  await refuseTooMany(k, k.db, actor)
  await provePhone(k, call, actor, asked.phone, asked.verifyCode || undefined)
  const id = await k.db.transaction().execute(async (db) => {
    // Locks the account's row, so that parallel requests cannot exceed the limit, and those for one item count once.
    await db.selectFrom('sys_user').select('id').where('id', '=', actor.userId).forNoKeyUpdate().executeTakeFirst()
    const already = await db
      .selectFrom('market_contact')
      .select('id')
      .where('item_id', '=', row.id)
      .where('user_id', '=', actor.userId)
      .executeTakeFirst()
    if (already) return already.id
    await refuseTooMany(k, db, actor)
    const made = await db
      .insertInto('market_contact')
      .values({
        item_id: row.id,
        user_id: actor.userId,
        company_id: actor.companyId,
        name: sealPii(k, actor.name),
        phone: sealPii(k, asked.phone),
        given_name: row.contact,
        given_phone: row.phone,
        message: asked.message,
        created_at: k.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('market_item')
      .set((e) => ({ contact_num: e('contact_num', '+', 1) }))
      .where('id', '=', row.id)
      .execute()
    await audit(db, call, { action: 'market.contact', objectType: MARKET, objectId: row.id, detail: { contactId: made.id } })
    await notify(db, k, {
      to: ownersOf(row),
      kind: 'market',
      title: `有人想了解${marketKinds[asked.kind].name}“${row.title}”`,
      body: asked.message,
      link: ownersPage(row, 'contacts'),
      key: `market:contact:${made.id}`,
    })
    return made.id
  })
  answersChanged(k)
  return { ...given, id }
}

/**
 * Contacts that the caller requested, and requests for the caller's items. Both sides see who, when and which number; staff see those for
 * items that they registered. `marked`: only those with a mark; staff who may remove marks see all of them, those of others masked.
 */
export async function listContacts(k: Kernel, actor: Actor, q: Parsed<typeof market.contacts>['query']) {
  const asked = sql<boolean>`t.user_id = ${actor.userId}`
  const owned =
    actor.type === 'YYF' ? (readsAll(actor) ? sql<boolean>`(p.origin = 'gov' and ${seenBy(actor)})` : sql<boolean>`false`) : seenBy(actor)
  const judged = q.marked === 1 && actor.permissions.has('market:manage')
  const both = q.mine === 1 ? asked : q.mine === 0 ? owned : sql<boolean>`(${asked} or ${owned})`
  const which = judged ? seenBy(actor) : q.marked === 1 ? owned : both
  const { total, rows } = await pageOf(
    k.db
      .selectFrom('market_contact as t')
      .innerJoin('market_item as p', 'p.id', 't.item_id')
      .leftJoin('company as c', 'c.id', 't.company_id')
      .where(which)
      .$if(q.marked === 1, (all) => all.where('t.mark', '!=', ''))
      .$if(q.kind !== undefined, (all) => all.where('p.kind', '=', q.kind!))
      .$if(q.itemId !== undefined, (all) => all.where('p.id', '=', q.itemId!)),
    q,
    (all) => all.orderBy('t.id', 'desc'),
    (page) =>
      page
        .select([isStopped(sql.ref('t.user_id')).as('stopped'), approvedTitle])
        .select([
          't.id',
          't.item_id',
          't.user_id',
          't.name',
          't.phone',
          't.message',
          't.answered_at',
          't.mark',
          't.created_at',
          'p.kind',
          'p.origin',
          'p.title',
          't.given_name',
          't.given_phone',
          'c.name as company_name',
          'c.credit_code',
        ]),
  )
  return {
    total,
    list: rows.map((row) => {
      const mine = row.user_id === actor.userId
      const phone = openPii(k, mine ? row.given_phone : row.phone)
      // Staff who judge the marks of others read no more of a person than of the owner of an item; staff who only read, and an officer who
      // looks through the eyes of others, nothing of anybody.
      const masked = actor.viewer !== undefined || (!mine && (!dealsWithPeople(actor) || (judged && row.origin !== 'gov')))
      const name = openPii(k, mine ? row.given_name : row.name)
      return {
        id: row.id,
        kind: row.kind,
        itemId: row.item_id,
        title: mine ? titleFor(row) : row.title,
        mine,
        who: mine && !masked ? name : [row.company_name, masked && name !== GONE ? maskName(name) : name].filter(Boolean).join(' '),
        companyCode: mine ? null : row.credit_code,
        // The number of a closed account is told to nobody any more.
        phone: phone === GONE ? '' : masked ? maskPhone(phone) : phone,
        message: row.message,
        answered: row.answered_at !== null,
        // Who was marked is not told by whom.
        mark: mine ? '' : (row.mark as '' | 'agent' | 'harass'),
        stopped: judged && row.stopped,
        createTime: row.created_at,
      }
    }),
  }
}
