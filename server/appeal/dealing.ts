import { passing } from '../../contract/passing.ts'
import type { z } from 'zod'
import { appealCodes, appealResults, type AppealResult } from '../../contract/appeal/states.ts'
import type { BackAppeal, DealAppeal, ExamineAppeal, RuleAppeal, TransferAppeal } from '../../contract/appeal.ts'
import { signedIn } from '../kernel/actor.ts'
import type { Db } from '../kernel/db/index.ts'
import { forbidden, invalidField } from '../kernel/errors.ts'
import { detachFiles, filesOf } from '../kernel/files/access.ts'
import { move } from '../kernel/flow.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { attachAt } from './attaching.ts'
import { noLongerAsked } from './extending.ts'
import { appealFlow } from './flow.ts'
import { APPEAL_DEAL, giveTo, handOnLead, moving, movingTogether, type LockedAppeal } from './locking.ts'
import { endOfPause } from './pausing.ts'
import { stepDone, tellCentre, tellExaminers, tellOffices, tellSender } from './telling.ts'

/** At the second return by an office, the service centre must decide. */
const RETURNS_BEFORE_RULING = 2

const nameOf = async (db: Db, officeId: number, field: string): Promise<string> => {
  const office = await db.selectFrom('office').select(['name', 'enabled']).where('id', '=', officeId).executeTakeFirst()
  if (!office?.enabled) throw invalidField(field, '该部门不存在或已停用，请另选')
  return office.name
}

/** The version of an appeal that is merged into another is taken as it is, whatever the caller saw of the leading one. */
export const seenAs = (row: LockedAppeal, version: number | undefined): number => (row.led ? row.version : (version ?? row.version))

export const transferAppeal = (
  k: Kernel,
  call: Call,
  { id, version, officeId, assistOfficeIds, remark }: z.output<typeof TransferAppeal>,
) =>
  movingTogether(k, call, id, async (db, row) => {
    const name = await nameOf(db, officeId, 'officeId')
    const assist = await Promise.all(
      [...new Set(assistOfficeIds)].map(async (office) => ({ office, name: await nameOf(db, office, 'assistOfficeIds') })),
    )
    if (officeId === row.writers[0]) throw invalidField('officeId', '已经由该部门办理，请选择其他部门')
    const moved = await move(db, call, appealFlow, row, {
      move: 'transfer',
      version: seenAs(row, version),
      reason: remark,
      set: { office_id: officeId, assigned_at: k.clock.now(), ...noLongerAsked, ...(await endOfPause(k, db, row)) },
      payload: { office: name, assist: assist.map((one) => one.name) },
      detail: { office: name },
    })
    await giveTo(
      db,
      row.id,
      officeId,
      assist.map((one) => one.office),
    )
    if (!row.led) await tellOffices(k, db, id, [officeId, ...assist.map((one) => one.office)], '转来待办理的诉求', remark)
    await tellSender(k, db, row.id, `已转${name}办理`)
    return moved
  })

export const ruleAppeal = (k: Kernel, call: Call, { id, version, officeId, ground }: z.output<typeof RuleAppeal>) =>
  movingTogether(k, call, id, async (db, row) => {
    const name = await nameOf(db, officeId, 'officeId')
    const given = { office_id: officeId, assigned_at: k.clock.now() }
    const wish = { version: seenAs(row, version), reason: ground, detail: { office: name } }
    // A decision is recorded once for routing: appeals merged into another only follow.
    const moved = row.led
      ? await move(db, call, appealFlow, row, { ...wish, move: 'transfer', set: given, payload: { office: name, assist: [] } })
      : await move(db, call, appealFlow, row, {
          ...wish,
          move: 'rule',
          set: { ...given, ruled_office_id: officeId, ruled_ground: ground, ruling: false },
          payload: { office: name },
        })
    await giveTo(db, row.id, officeId)
    if (!row.led) await tellOffices(k, db, id, [officeId], '经服务中心裁定由贵单位办理的诉求', ground)
    await tellSender(k, db, row.id, `已确定由${name}办理`)
    return moved
  })

export const dealAppeal = (k: Kernel, call: Call, { id, version, dealContent, result, files }: z.output<typeof DealAppeal>) =>
  movingTogether(k, call, id, async (db, row) => {
    const actor = signedIn(call.actor)
    // An appeal that the service centre answers directly is assigned to its own office.
    const own = row.writers.length === 0 ? actor.officeId : null
    if (row.writers.length === 0 && own === null) throw forbidden('您的账号没有所属部门，不能办理诉求')
    const moved = await move(db, call, appealFlow, row, {
      move: 'deal',
      version: seenAs(row, version),
      set: {
        deal_content: dealContent,
        deal_result: result as AppealResult,
        dealt_by: actor.userId,
        dealt_by_name: actor.name,
        deal_time: k.clock.now(),
        opinion: null,
        ...(own === null ? {} : { office_id: own, assigned_at: k.clock.now() }),
        ...(await endOfPause(k, db, row)),
      },
      payload: { content: dealContent, result: appealResults[result as AppealResult] },
      detail: { result: appealResults[result as AppealResult] },
    })
    if (own !== null) await giveTo(db, row.id, own)
    await tellSender(k, db, row.id, '已有答复，正在审核')
    // The files of an answer belong to the leading appeal; readers of merged ones read them there.
    if (row.led) return moved
    const kept = new Set(files.map((file) => file.filePath))
    const dropped = (await filesOf(db, APPEAL_DEAL, id)).map((file) => file.filePath).filter((key) => !kept.has(key))
    await detachFiles(db, dropped, APPEAL_DEAL, id)
    await attachAt('files', db, actor, [...kept], APPEAL_DEAL, id)
    await tellExaminers(k, db, id)
    return moved
  })

export const examineAppeal = (k: Kernel, call: Call, { id, version, examineState, opinion }: z.output<typeof ExamineAppeal>) =>
  movingTogether(k, call, id, async (db, row) => {
    const passes = examineState === passing.code.pass
    const moved = await move(db, call, appealFlow, row, {
      move: passes ? 'pass' : 'reject',
      version: seenAs(row, version),
      reason: opinion,
      set: passes ? { opinion: opinion || null, closed_at: k.clock.now(), passed_by: signedIn(call.actor).userId } : { opinion },
    })
    if (passes) {
      await stepDone(k, db, row.id)
      await tellSender(k, db, row.id, '已办结，请评价', row.deal_content ?? '', true)
    } else {
      if (!row.led) await tellOffices(k, db, id, row.writers, '答复被退回的诉求', opinion)
      await tellSender(k, db, row.id, '答复还要修改，继续办理')
    }
    return moved
  })

/**
 * The service centre returns an appeal to the sender, an office to the service centre. After the second return of an office, the service
 * centre must decide.
 */
export const backAppeal = (k: Kernel, call: Call, { id, version, reason, suggestOfficeId }: z.output<typeof BackAppeal>) =>
  movingTogether(k, call, id, async (db, row) => {
    const suggested = suggestOfficeId === undefined ? null : await nameOf(db, suggestOfficeId, 'suggestOfficeId')
    const byOffice = row.state === appealCodes.code.dealing
    // An appeal that is returned to its sender alone leads no others.
    if (!byOffice && row.led) return row
    if (!byOffice && row.merged_into === null) await handOnLead(k, db, id)
    const returns = row.led ? row.back_count : row.back_count + 1
    const moved = await move(db, call, appealFlow, row, {
      move: 'back',
      version: seenAs(row, version),
      reason: suggested === null ? reason : `${reason}（建议转${suggested}）`,
      set: byOffice
        ? {
            back_count: returns,
            ruling: !row.led && returns >= RETURNS_BEFORE_RULING,
            office_id: null,
            ...noLongerAsked,
            ...(await endOfPause(k, db, row)),
          }
        : { back_reason: reason },
    })
    if (byOffice) {
      await giveTo(db, row.id, null)
      if (!row.led) await tellCentre(k, db, id, returns >= RETURNS_BEFORE_RULING ? '须裁定办理部门的诉求' : '部门退回的诉求')
      await tellSender(k, db, row.id, '由服务中心另行确定办理部门')
    } else {
      await stepDone(k, db, id)
      await tellSender(k, db, id, '需要补充后重新提交', reason, true)
    }
    return moved
  })

export async function archiveAppeal(k: Kernel, call: Call, { id, version }: { id: number; version?: number | undefined }): Promise<true> {
  await moving(k, call, id, async (db, row) => {
    await stepDone(k, db, id)
    const set = { archived_at: k.clock.now() }
    const moved = await move(db, call, appealFlow, row, { move: 'archive', version: version ?? row.version, set })
    await tellSender(k, db, id, '已归档')
    return moved
  })
  return true
}
