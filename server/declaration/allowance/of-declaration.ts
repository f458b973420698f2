import { allowanceStates, DECLARED_ALLOWANCE } from '../../../contract/declaration/allowance-states.ts'
import { systemCall, audit } from '../../kernel/audit/audit.ts'
import { today } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/db/index.ts'
import { refused } from '../../kernel/errors.ts'
import type { Call, Kernel } from '../../kernel/kernel.ts'
import { notify } from '../../system/index.ts'
import { allowanceWait } from './waits.ts'
import type { DeclarationRecord } from '../queries.ts'
import { note } from '../../kernel/flow-log.ts'
import { allowanceFlow } from './flow.ts'
import { makeMove, standing } from './move.ts'
import { lockSupports, twinsOf } from './twins.ts'

interface Decision {
  actor_id: number
  actor_name: string
  at: string
}

/**
 * Enters the result of a decided declaration: an approved allowance that waits for its publicity (ADR 0094). The decision was also the
 * review of the sum, so it is not reviewed again. Nothing is entered when the form asks for no money, when the declaration already has an
 * allowance, or when the same sum was entered by hand; in the last case the users who manage allowances are asked to check. `db` is the
 * transaction of the decision's notices; from then on the decision cannot be revoked.
 */
export async function enterDeclared(k: Kernel, db: Db, row: DeclarationRecord & { examine_dep: number }, decided: Decision): Promise<void> {
  const amount = row.approved_amount ?? row.amount
  if (
    !amount
    || (await db.selectFrom('allowance').select('id').where('declaration_id', '=', row.id).where('deleted', '=', false).executeTakeFirst())
  )
    return
  await lockSupports(db, [row.company_id])
  const now = k.clock.now()
  const year = Number(today(k.clock).slice(0, 4))
  const key = `declaration-allowance:${row.id}`
  const made = await db
    .insertInto('allowance')
    .values({
      company_id: row.company_id,
      policy_id: row.policy_id,
      declaration_id: row.id,
      project_name: row.project_name,
      year,
      amount,
      office_id: row.examine_dep,
      note: `受理号 ${row.declare_no}`,
      files: '[]',
      source: 'declaration',
      state: allowanceStates.approved,
      reviewed_by: decided.actor_name,
      approved_by: decided.actor_id,
      approved_amount: amount,
      makers: [row.submitter_id, row.entered_by].filter((id) => id !== null),
      reviewed_at: new Date(decided.at),
      created_at: now,
      updated_at: now,
    })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) {
    const same = { companyId: row.company_id, year, projectName: row.project_name, policyId: row.policy_id }
    const twin = await twinsOf(db, same, null).executeTakeFirst()
    await notify(db, k, {
      to: { permission: 'allowance:manage' },
      kind: 'work',
      title: `${row.company_name}的申报已通过，${year} 年的同名补贴已登记过，请核对`,
      body: `项目：${row.project_name}。受理号 ${row.declare_no}。已登记的编号 ${twin?.id ?? ''}。没有自动登记；确需再登记的，请填写重复登记的理由。`,
      link: `/work/declaremanage?id=${row.id}`,
      key,
    })
    return
  }
  const by = { by: DECLARED_ALLOWANCE, reason: `受理号 ${row.declare_no}` }
  await note(db, systemCall(key), allowanceFlow, { id: made.id, version: 1, move: 'enter', from: null, to: 1, ...by })
  await audit(db, systemCall(key), {
    action: 'allowance.enter',
    objectType: 'allowance',
    objectId: made.id,
    detail: { project: row.project_name, year, source: 'declaration', declaration: row.id },
  })
  await notify(db, k, {
    to: { companyId: row.company_id },
    kind: 'declaration',
    title: `补贴“${row.project_name}”：已通过，待公示`,
    body: `受理号 ${row.declare_no}。公示期满后拨付。`,
    link: `/work/mySubsidy?id=${made.id}`,
    key,
  })
  await notify(db, k, {
    to: { permission: 'allowance:manage' },
    kind: 'work',
    title: `${row.company_name}的申报已通过，补贴待公示`,
    body: `项目：${row.project_name}。受理号 ${row.declare_no}。`,
    link: `/work/subsidies?id=${made.id}`,
    key,
    waitsFor: allowanceWait(made.id),
  })
}

/**
 * Revoking a decision also cancels its allowance; once the sum is paid, the decision can no longer be revoked. `db` holds the declaration's
 * lock.
 */
export async function voidDeclared(k: Kernel, db: Db, call: Call, declarationId: number): Promise<void> {
  const on = await db
    .selectFrom('allowance')
    .select(['id', 'state'])
    .where('declaration_id', '=', declarationId)
    .where('deleted', '=', false)
    .where('state', '<>', allowanceStates.refused)
    .executeTakeFirst()
  const row = on && (await standing(k, db, on.id))
  if (!row) return
  if (row.state === allowanceStates.paid) throw refused('该申报的补贴已拨付，不能撤回')
  const reason = '所依据的申报决定已撤回'
  await makeMove(k, db, call, row, { move: 'void', version: row.version, reason, set: { opinion: reason }, bySystem: true })
}
