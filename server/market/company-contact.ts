import { sql } from 'kysely'
import { GONE } from '../kernel/access/personal-data.ts'
import { blindIndexes, openPii, sealPii } from '../kernel/access/pii.ts'
import { audit, systemCall } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { notify } from '../system/index.ts'
import { ownersPage } from './moves.ts'
import { changedIn, MARKET } from './visible.ts'

const AT_ONCE = 200

/** The blind indexes of the numbers that an account bound or proved. */
async function numbersOf(db: Db, userId: number): Promise<ReadonlySet<string>> {
  const [bound, proved] = [
    await db.selectFrom('sys_user').select('mobile_index as it').where('id', '=', userId).execute(),
    await db.selectFrom('market_proof').select('phone_index as it').where('user_id', '=', userId).execute(),
  ]
  return new Set([...bound, ...proved].flatMap(({ it }) => it ?? []))
}

/**
 * Items of companies (or of this one) whose contact is this account: with one of its numbers, or registered by it with a number of no other
 * account.
 */
const contactOf = (db: Db, userId: number, numbers: ReadonlySet<string>, companyId: number | undefined) =>
  db
    .selectFrom('market_item as p')
    .where('p.company_id', 'is not', null)
    .$if(companyId !== undefined, (all) => all.where('p.company_id', '=', companyId!))
    .where('p.phone_index', '!=', '')
    .where((e) => e.or([e('p.user_id', '=', userId), e('p.phone_index', '=', e.fn.any(e.val([...numbers])))]))
    .where(sql<boolean>`not exists (select from sys_user u where u.id <> ${userId} and u.enabled and u.mobile_index = p.phone_index)`)
    .where(sql<boolean>`not exists (select from market_proof m where m.user_id <> ${userId} and m.phone_index = p.phone_index)`)
    .select(['p.id', 'p.kind', 'p.origin', 'p.title', 'p.company_id', 'p.state', 'p.deleted'])
    .orderBy('p.id')
    .execute()
/** Items of companies of which this account is the contact now. */
export const contactsOf = async (db: Db, userId: number) => contactOf(db, userId, await numbersOf(db, userId), undefined)
type Item = Awaited<ReturnType<typeof contactOf>>[number]

/** A company's own account with a number. */
const accountOf = (db: Db, companyId: number, leaving: number) =>
  db
    .selectFrom('sys_user')
    .select(['id', 'name', 'mobile', 'mobile_index'])
    .where('company_id', '=', companyId)
    .where('type', '=', 'QY')
    .where('enabled', '=', true)
    .where('id', '!=', leaving)
    .where('mobile', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/**
 * When an account is closed, or its person no longer acts for the company of `only`, the account of the company becomes the contact of the
 * company's items in its stead, and is told. Returns the items of companies without another account: they have no contact any more.
 */
export async function passOnContacts(k: Kernel, db: Db, userId: number, only?: number): Promise<number[]> {
  const numbers = await numbersOf(db, userId)
  const found = await contactOf(db, userId, numbers, only)
  if (only === undefined) {
    const companies = [...(await companiesOf(db, userId)), ...found.map(({ company_id }) => company_id!)]
    await forgetGiven(k, db, companies, new Set(found.map(({ id }) => id)), numbers)
  }
  const why = only === undefined ? '原联系人已注销账号' : '原联系人已不代表本企业'
  const alone: number[] = []
  for (const [companyId, items] of Map.groupBy(found, ({ company_id }) => company_id!)) {
    const heir = await accountOf(db, companyId, userId)
    const ids = items.map(({ id }) => id)
    await db
      .updateTable('market_item')
      .set((e) => ({
        contact: sealPii(k, heir?.name ?? GONE),
        phone: heir?.mobile ?? sealPii(k, GONE),
        phone_index: heir?.mobile_index ?? '',
        version: e('version', '+', 1),
        updated_at: k.clock.now(),
      }))
      .where('id', '=', (e) => e.fn.any(e.val(ids)))
      .execute()
    for (const id of ids)
      await audit(db, systemCall('market.contact'), {
        action: 'market.passOn',
        objectType: MARKET,
        objectId: id,
        detail: { to: heir?.id ?? null },
      })
    if (heir) await tellCompany(k, db, companyId, items, { name: heir.name, why })
    else alone.push(...ids)
  }
  if (found.length > 0) await changedIn(db)
  return alone
}

const tellCompany = (k: Kernel, db: Db, companyId: number, items: readonly Item[], { name, why }: { name: string; why: string }) =>
  notify(db, k, {
    to: { companyId },
    kind: 'market',
    title: `“${items[0]!.title}”${items.length > 1 ? `等 ${items.length} 条供需信息` : ''}的联系人已改为${name}`,
    body: `${why}，现在以企业账号绑定的手机号为联系电话。请核对，需要更换时编辑这条信息。`,
    link: ownersPage(items[0]!),
  })

/** Companies for which this account registered or submitted items. */
const companiesOf = async (db: Db, userId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('market_item')
      .select('company_id')
      .distinct()
      .where('company_id', 'is not', null)
      .where((e) => e.or([e('user_id', '=', userId), e('submitted_by', '=', userId)]))
      .execute()
  ).map(({ company_id }) => company_id!)

/** Whoever asked for the contact of an item of these companies keeps the record, without the number of the closed account. */
async function forgetGiven(
  k: Kernel,
  db: Db,
  companyIds: readonly number[],
  passedOn: ReadonlySet<number>,
  numbers: ReadonlySet<string>,
): Promise<void> {
  const isOf = (phone: string) => blindIndexes(k, openPii(k, phone)).some((index) => numbers.has(index))
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('market_contact as t')
      .innerJoin('market_item as p', 'p.id', 't.item_id')
      .where('p.company_id', '=', (e) => e.fn.any(e.val([...companyIds])))
      .where('t.id', '>', after)
      .select(['t.id', 't.item_id', 't.given_phone'])
      .orderBy('t.id')
      .limit(AT_ONCE)
      .execute()
    const gone = rows.filter((row) => passedOn.has(row.item_id) || isOf(row.given_phone))
    if (gone.length > 0)
      await db
        .updateTable('market_contact')
        .set({ given_name: sealPii(k, GONE), given_phone: sealPii(k, GONE) })
        .where('id', '=', (e) => e.fn.any(e.val(gone.map(({ id }) => id))))
        .execute()
    if (rows.length < AT_ONCE) return
    after = rows.at(-1)!.id
  }
}
