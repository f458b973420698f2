import { sql } from 'kysely'
import type { Parsed } from '../../contract/endpoint.ts'
import type { smsOptOut } from '../../contract/sms/sends.ts'
import { blindIndex, blindIndexes, maskPhone, openPii, sealPii } from '../kernel/access/pii.ts'
import { countSearch } from '../kernel/access/reveals.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { invalidField, refused } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { pageOf } from '../kernel/lists/page-of.ts'

const ownersOnly = '该号码由本人退订，只能由本人恢复'
type Flags = { noticeFlag: number; promotionFlag: number }
const sources = { self: '本人', staff: '工作人员登记', reply: '回复短信' } as const

/** Numbers whose owner made a choice. A search for a number is counted, because the list masks numbers. */
export async function listChoices(k: Kernel, call: Call, q: Parsed<typeof smsOptOut.list>['query']) {
  if (q.phone !== undefined) await countSearch(k, call, 'smsChoice', q.phone)
  let rows = k.db.selectFrom('sms_choice as c')
  if (q.phone !== undefined) rows = rows.where('c.phone_index', 'in', blindIndexes(k, q.phone))
  const { total, rows: list } = await pageOf(
    rows,
    q,
    (p) => p.orderBy('c.id', 'desc'),
    (p) => p.selectAll('c'),
  )
  return {
    total,
    list: list.map((row) => ({
      id: row.id,
      phone: maskPhone(openPii(k, row.phone_sealed)),
      noticeFlag: row.notice ? 1 : 0,
      promotionFlag: row.promotion ? 1 : 0,
      source: sources[row.source],
      updateTime: row.updated_at,
    })),
  }
}

async function write(k: Kernel, db: Db, call: Call, phone: string, { noticeFlag, promotionFlag }: Flags, source: keyof typeof sources) {
  const said = {
    notice: noticeFlag === 1,
    promotion: promotionFlag === 1 && noticeFlag === 1,
    source,
    updated_by: call.actor?.userId ?? null,
    updated_at: k.clock.now(),
  }
  const index = blindIndex(k, phone)
  // A number without a choice has no row to lock: of two first choices the later one must see the other.
  await sql`select pg_advisory_xact_lock(hashtext('smsChoice'), hashtext(${index}))`.execute(db)
  // During key rotation an earlier choice may stand under the index of an earlier key; a number has one choice.
  const earlier = blindIndexes(k, phone).filter((one) => one !== index)
  const before = await db
    .selectFrom('sms_choice')
    .select(['notice', 'promotion', 'source'])
    .where('phone_index', 'in', [index, ...earlier])
    .forUpdate()
    .executeTakeFirst()
  if (source === 'staff' && before && before.source !== 'staff') {
    // Staff may only make stricter what the person chose (ADR 1029); it stays the person's choice.
    if (said.notice && !before.notice) throw invalidField('noticeFlag', ownersOnly)
    if (said.promotion && !before.promotion) throw invalidField('promotionFlag', ownersOnly)
    said.source = before.source
  }
  if (earlier.length > 0) await db.deleteFrom('sms_choice').where('phone_index', 'in', earlier).execute()
  const { id } = await db
    .insertInto('sms_choice')
    .values({ phone_sealed: sealPii(k, phone), phone_index: index, ...said })
    .onConflict((c) => c.column('phone_index').doUpdateSet(said))
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(db, call, {
    action: 'smsChoice.save',
    objectType: 'smsChoice',
    objectId: id,
    detail: { before: before ?? null, after: { notice: said.notice, promotion: said.promotion, source } },
  })
}

export async function saveChoice(k: Kernel, call: Call, { phone, ...flags }: Parsed<typeof smsOptOut.save>['body']): Promise<true> {
  await k.db.transaction().execute((db) => write(k, db, call, phone, flags, 'staff'))
  return true
}

/** A reply opts out of everything but codes; a repeated one changes nothing. */
export async function chooseByReply(k: Kernel, call: Call, phone: string): Promise<void> {
  const wish = await k.db
    .selectFrom('sms_choice')
    .select(['notice', 'source'])
    .where('phone_index', 'in', blindIndexes(k, phone))
    .executeTakeFirst()
  // What staff registered becomes the person's own by it.
  if (wish && !wish.notice && wish.source !== 'staff') return
  await k.db.transaction().execute((db) => write(k, db, call, phone, { noticeFlag: 0, promotionFlag: 0 }, 'reply'))
}

export async function ownNumber(k: Kernel, actor: Actor): Promise<string | null> {
  const { mobile } = await k.db.selectFrom('sys_user').select('mobile').where('id', '=', actor.userId).executeTakeFirstOrThrow()
  return mobile === null ? null : openPii(k, mobile)
}

export async function ownChoice(k: Kernel, actor: Actor) {
  const phone = await ownNumber(k, actor)
  const row =
    phone === null
      ? undefined
      : await k.db
          .selectFrom('sms_choice')
          .select(['notice', 'promotion'])
          .where('phone_index', 'in', blindIndexes(k, phone))
          .executeTakeFirst()
  return {
    phone: phone === null ? null : maskPhone(phone),
    noticeFlag: (row?.notice ?? true) ? 1 : 0,
    promotionFlag: row?.promotion ? 1 : 0,
  }
}

export async function saveOwnChoice(k: Kernel, call: Call, flags: Flags) {
  const actor = signedIn(call.actor)
  const phone = await ownNumber(k, actor)
  if (phone === null) throw refused('请先在账号设置中绑定手机号')
  await k.db.transaction().execute((db) => write(k, db, call, phone, flags, 'self'))
  return ownChoice(k, actor)
}
