import type { account } from '../../contract/account.ts'
import type { Data, Parsed } from '../../contract/endpoint.ts'
import type { CodePurpose } from '../../contract/sms.ts'
import type { Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit/audit.ts'
import type { Db } from '../kernel/db/index.ts'
import { conflict, invalidField, refused, sessionDead } from '../kernel/errors.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { maskPhone, openPii } from '../kernel/access/pii.ts'
import { askRecentLogIn, forget, mobileColumns, mobileTaken } from '../identity/index.ts'
import { checkCode, chooseNoTexts, issueCode, notify, sendText, smsAvailable } from '../system/index.ts'

const NEW: CodePurpose = 'bindMobile'
const OLD = 'oldMobile'

/** GET /sys/account/mobile */
export async function mobileOf(k: Kernel, actor: Actor): Promise<Data<typeof account.mobile>> {
  const { mobile } = await ownAccount(k, actor)
  return { mobile: maskPhone(mobile), smsAvailable: smsAvailable(k) }
}

/** Sends a code to the number that is bound now. The caller does not type this number, so no captcha is needed. */
export async function sendOldCode(k: Kernel, call: Call, actor: Actor): Promise<true> {
  const { mobile } = await ownAccount(k, actor)
  if (!mobile) throw refused('您的账号还没有绑定手机号')
  await issueCode(k, call, { phone: mobile, purpose: OLD }, '更换或解除手机号')
  return true
}

/**
 * Removes the number that the page shows when its owner has the code that it received, and tells the owner, who may not be the one at the keyboard: with a message to the number and in
 * the inbox. Text messages that still wait for the account are left out when they are due.
 */
export async function unbindMobile(
  k: Kernel,
  call: Call,
  actor: Actor,
  { mobile: shown, oldCode }: Parsed<typeof account.unbindMobile>['body'],
): Promise<true> {
  await askRecentLogIn(k, actor)
  const before = await ownAccount(k, actor)
  if (!before.mobile) throw refused('您的账号还没有绑定手机号', 'STATE')
  if (maskPhone(before.mobile) !== shown) throw conflict()
  // Without it, unbinding and then binding would change the number with neither the old one nor a reset (domains/identity.md E).
  await checkCode(k, call, { phone: before.mobile, purpose: OLD }, oldCode, 'oldCode')
  await k.db.transaction().execute(async (db) => {
    await replace(k, db, call, actor, { action: 'user.unbindMobile', before, phone: null })
    await chooseNoTexts(db, actor.userId)
    await tellOld(k, db, call, before, 'mobileUnbound')
    await notify(db, k, {
      to: { userId: actor.userId },
      kind: 'security',
      title: `您的账号已解除绑定手机号 ${shown}`,
      body: `短信提醒一并取消，消息只在站内送达。如非本人操作，请立即致电 ${k.config.SERVICE_PHONE}。`,
      link: '/work/account',
      key: `mobile-unbound:${call.requestId}`,
    })
  })
  forget(k, { users: [actor.userId] })
  return true
}

/** Binds a number that the user proved with a code. If another number was bound before, its code is needed too, and it gets a message. */
export async function bindMobile(k: Kernel, call: Call, actor: Actor, { phone, code, oldCode }: Parsed<typeof account.bindMobile>['body']) {
  const before = await ownAccount(k, actor)
  if (before.mobile === phone) throw invalidField('phone', '这就是现在绑定的手机号')
  if (before.mobile && !oldCode) throw invalidField('oldCode', '请输入原手机号收到的验证码')
  // Before a code is used up: the page repeats the call with the same codes.
  await askRecentLogIn(k, actor)
  // The new number is checked first, so that a wrong code there does not use up the code of the old one.
  await checkCode(k, call, { phone, purpose: NEW }, code)
  if (before.mobile) await checkCode(k, call, { phone: before.mobile, purpose: OLD }, oldCode!, 'oldCode')
  await k.db.transaction().execute(async (db) => {
    if (await mobileTaken(k, db, { type: before.type, phone, except: actor.userId })) throw invalidField('phone', '该手机号已绑定其他账号')
    await replace(k, db, call, actor, { action: 'user.mobile', before, phone })
    if (before.mobile) await tellOld(k, db, call, before, 'mobileChanged')
  })
  forget(k, { users: [actor.userId] })
  return { mobile: maskPhone(phone) }
}

interface Replaced {
  action: 'user.mobile' | 'user.unbindMobile'
  before: Own
  /** null: none any more */
  phone: string | null
}
/** Writes the number in place of the one that was read before, and the audit row. */
async function replace(k: Kernel, db: Db, call: Call, actor: Actor, { action, before, phone }: Replaced): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('sys_user')
    .set((e) => ({ ...mobileColumns(k, phone), version: e('version', '+', 1) }))
    .where('id', '=', actor.userId)
    .where('mobile', 'is not distinct from', before.sealed)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw conflict()
  await audit(db, call, {
    action,
    objectType: 'user',
    objectId: actor.userId,
    detail: { before: maskPhone(before.mobile), after: maskPhone(phone ?? '') },
  })
}

const tellOld = (k: Kernel, db: Db, call: Call, { mobile, userName }: Own, template: 'mobileChanged' | 'mobileUnbound') =>
  sendText(db, k, {
    to: { phone: mobile },
    template,
    values: { userName, servicePhone: k.config.SERVICE_PHONE },
    key: `mobile:${call.requestId}`,
  })

type Own = Awaited<ReturnType<typeof ownAccount>>
async function ownAccount(k: Kernel, actor: Actor) {
  const row = await k.db.selectFrom('sys_user').select(['user_name', 'type', 'mobile']).where('id', '=', actor.userId).executeTakeFirst()
  if (!row) throw sessionDead()
  return { userName: row.user_name, type: row.type, sealed: row.mobile, mobile: row.mobile ? openPii(k, row.mobile) : '' }
}
