import type { z } from 'zod'
import type { CallToAppeal } from '../../contract/callcentre/calls.ts'
import { callCodes } from '../../contract/callcentre/states.ts'
import { openAppealFor, appealReceipt } from '../appeal/index.ts'
import { blindIndex, openPii, sealPii } from '../kernel/access/pii.ts'
import { signedIn } from '../kernel/actor.ts'
import { dateOf } from '../kernel/clock.ts'
import { invalidField } from '../kernel/errors.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { isMobile } from '../../contract/callcentre/number.ts'
import { sendText } from '../system/index.ts'
import { freeAgain } from './agents.ts'
import { callVector } from './call-words.ts'
import { callFlow } from './flow.ts'
import { callsChanged } from './kept.ts'
import { lockCall, versionSeen } from './locking.ts'

/** 电话（12345/服务热线） in the dictionary appealSource. */
const BY_TELEPHONE = '02'
const { registered } = callCodes.code

/** 转诉求: registers the call and files the appeal for the company in one transaction. Repeated, it returns the same appeal (ADR 0504). */
export async function callToAppeal(k: Kernel, call: Call, { id, version, companyId, ...words }: z.output<typeof CallToAppeal>) {
  const receipt = await k.db.transaction().execute(async (db) => {
    const actor = signedIn(call.actor)
    const row = await lockCall(k, db, call, id)
    if (row.appeal_id !== null) return appealReceipt(db, row.appeal_id)
    const company = companyId ?? row.company_id
    if (company === null) throw invalidField('companyId', '请先选择来电企业，诉求由企业查看和评价')
    const entrust = `来电登记：${dateOf(new Date(row.start_time))} ${actor.name}`
    const made = await openAppealFor(k, db, call, { ...words, companyId: company, entrust, sourceType: BY_TELEPHONE })
    const wish = { version: versionSeen(row, version) }
    const set = {
      company_id: company,
      contact_sealed: sealPii(k, words.contact),
      content: row.content || words.content.slice(0, 1000),
      type_id: words.typeId,
      result: 'appeal' as const,
      report_flag: true,
      appeal_id: made.id,
      search: callVector(row.content || words.content.slice(0, 1000), made.companyName),
    }
    if (row.state === registered) await move(db, call, callFlow, row, { ...wish, move: 'correct', set })
    else await move(db, call, callFlow, row, { ...wish, move: 'register', set: { ...set, registered_at: k.clock.now() } })
    await freeAgain(k, db, actor.userId)
    const phone = openPii(k, row.phone_sealed)
    if (isMobile(phone) && made.appealNo !== null)
      await sendText(db, k, {
        to: { phone },
        template: 'appealOfCall',
        values: { no: made.appealNo },
        key: `call-appeal:${made.id}:${blindIndex(k, phone)}`,
      })
    return { id: made.id, appealNo: made.appealNo, deadline: made.deadline }
  })
  callsChanged(k)
  return receipt
}
