import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { POLICY_STATE, policyStateLabels, type PolicyState } from '../../contract/policy/codes.ts'
import type { SavePolicy } from '../../contract/policy/manage.ts'
import { issuersText } from '../../contract/units.ts'
import { signedIn, type Actor } from '../kernel/actor.ts'
import { audit } from '../kernel/audit.ts'
import { addDays, today } from '../kernel/clock.ts'
import { conflict, forbidden, invalidField, notFound, refused } from '../kernel/errors.ts'
import { once } from '../kernel/idempotency.ts'
import type { Call, Kernel } from '../kernel/kernel.ts'
import { cleanHtml } from '../kernel/sanitize.ts'
import { policyByCode } from './brief.ts'
import { keepAttachments } from './attachments.ts'
import { changing, type Tx } from './change.ts'
import { canEdit } from './flow.ts'
import { carryLabels } from './label/labels.ts'
import { checkedRule, refuseBrokenCases } from './rule-check.ts'
import { announce } from './news.ts'
import { refuseUnknownClauses } from './rule-clauses.ts'
import { columnsOf, departmentNames, savePolicyRow, writeMaterials, type PolicyText } from './store.ts'

type Input = z.output<typeof SavePolicy>
export interface Saved {
  id: number
  version: number
  versionNumber: number
}

/** Writes a policy: a draft changes in place, what was once published gets a new version of its rule and text. */
export function savePolicy(k: Kernel, call: Call, input: Input): Promise<Saved> {
  return changing(k, (db) =>
    once(db, call, 'policy.save', input, async () => {
      await refuseForeignSuccessor(db, input)
      const saved = input.id === undefined ? await add(db, k, call, input) : await change(db, k, call, input, input.id, input.version!)
      await audit(db, call, {
        action: input.id === undefined ? 'policy.add' : 'policy.edit',
        objectType: 'policy',
        objectId: saved.id,
        detail: { title: input.policyTitle, versionNumber: saved.versionNumber },
      })
      return saved
    }),
  )
}

function textOf(k: Kernel, p: Input, code: string): PolicyText {
  if (!/\S/.test(cleanHtml(p.content).replace(/<(?!img|video)[^>]*>/g, ''))) throw invalidField('content', '请输入政策正文')
  refuseUnknownClauses(p.rule, cleanHtml(p.content))
  const depName = p.issuingUnits ? issuersText(p.issuingUnits) : (p.policyDepName ?? '')
  return {
    title: p.policyTitle,
    docNo: p.policyNo || null,
    depName,
    departments: departmentNames(depName),
    // Words without units stand for themselves.
    issuingUnits: p.issuingUnits ?? [],
    contactUnits: p.contactUnits,
    level: p.level,
    supportModes: p.supportModes,
    industries: p.industries,
    summary: p.summary,
    content: p.content,
    period: p.period || null,
    applyFrom: p.applyFrom ?? null,
    applyTo: p.applyTo ?? null,
    urlType: p.urlType,
    applyUrl: p.applyUrl ?? null,
    origin: p.origin,
    sources: p.sources.filter(Boolean),
    sourceNote: p.sourceNote || null,
    materials: p.materials.map((m) => ({ ...m, note: m.note || null })),
    process: p.process,
    supersededBy: p.supersededByCode || null,
    rule: checkedRule(k, p.rule, code, p.policyTitle),
    maxAmount: p.maxAmount,
  }
}

async function refuseForeignSuccessor(db: Tx, p: Input): Promise<void> {
  if (!p.supersededByCode) return
  const next = await policyByCode(db, p.supersededByCode)
  if (!next) throw invalidField('supersededByCode', '没有这个政策编码')
  if (next.id === p.id) throw invalidField('supersededByCode', '政策不能替代自己')
}

const authorOf = (actor: Actor) => ({ id: actor.userId, name: actor.name })

async function add(db: Tx, k: Kernel, call: Call, p: Input): Promise<Saved> {
  const code = `p${today(k.clock).replaceAll('-', '')}-${randomBytes(5).toString('hex')}`
  const id = await savePolicyRow(db, {
    ...textOf(k, p, code),
    code,
    state: POLICY_STATE.draft,
    publishTime: null,
    effectiveFrom: p.effectiveFrom ?? null,
    effectiveTo: null,
    versionNote: p.versionNote || null,
    author: authorOf(signedIn(call.actor)),
    at: k.clock.now(),
  })
  await keepFiles(db, signedIn(call.actor), id, p, false)
  if (p.labelIds) await carryLabels(db, id, p.labelIds)
  return { id, version: 1, versionNumber: 1 }
}

async function change(db: Tx, k: Kernel, call: Call, p: Input, id: number, version: number): Promise<Saved> {
  const actor = signedIn(call.actor)
  const old = await db
    .selectFrom('policy')
    .select(['code', 'state', 'version', 'publish_time'])
    .where('id', '=', id)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (!old) throw notFound('该政策不存在或已被删除')
  if (old.version !== version) throw conflict('该政策已被他人修改，请刷新后重试')
  if (old.state === POLICY_STATE.pending) throw refused(`当前状态为“${policyStateLabels[old.state as PolicyState]}”，不能修改`, 'STATE')
  if (!canEdit(old.state as PolicyState, actor)) throw forbidden('修改已上架的政策需要发布权限')
  const text = textOf(k, p, old.code)
  await refuseBrokenCases(k, db, id, text.rule)
  const columns = await columnsOf(db, text)
  const now = k.clock.now().toISOString()
  const changed = await db
    .updateTable('policy')
    .set((eb) => ({
      ...columns,
      version: eb('version', '+', 1),
      updated_at: now,
      updated_by: actor.userId,
      // What was changed while it was not on the shelf goes there only through another review.
      ...(k.config.POLICY_REVIEW && isAside(old.state) ? { state: POLICY_STATE.draft, publish_at: null } : {}),
    }))
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', old.state)
    .returning('version')
    .executeTakeFirst()
  if (!changed) throw conflict('该政策已被他人修改，请刷新后重试')
  await writeMaterials(db, id, text.materials)
  if (p.labelIds) await carryLabels(db, id, p.labelIds)
  await keepFiles(db, actor, id, { attachments: p.attachments, content: columns.content }, old.state === POLICY_STATE.published)
  const versionNumber = await writeVersion(db, k, actor, id, { ...text, content: columns.content }, p, old.publish_time !== null)
  if (old.state === POLICY_STATE.published)
    await announce(db, k, { policyId: id, what: 'changed', version: changed.version, versionNumber })
  return { id, version: changed.version, versionNumber }
}

const isAside = (state: PolicyState) => state === POLICY_STATE.down || state === POLICY_STATE.scheduled

async function keepFiles(db: Tx, actor: Actor, id: number, p: Pick<Input, 'attachments' | 'content'>, isPublic: boolean): Promise<void> {
  const attachments = await keepAttachments(db, actor, id, p.attachments, p.content, isPublic)
  await db
    .updateTable('policy')
    .set({ attachments: JSON.stringify(attachments) })
    .where('id', '=', id)
    .execute()
}

/** The newest version is overwritten until the policy has been published once; then it is closed and followed by another. */
async function writeVersion(
  db: Tx,
  k: Kernel,
  actor: Actor,
  id: number,
  text: PolicyText,
  p: Input,
  everPublished: boolean,
): Promise<number> {
  const latest = await db
    .selectFrom('policy_version')
    .select(['number', 'effective_from'])
    .where('policy_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const content = {
    rule: JSON.stringify(text.rule),
    title: text.title,
    summary: text.summary,
    content: text.content,
    period: text.period,
    author_id: actor.userId,
    author_name: actor.name,
    note: p.versionNote || null,
    created_at: k.clock.now(),
  }
  if (!everPublished) {
    await db
      .updateTable('policy_version')
      .set({ ...content, effective_from: p.effectiveFrom ?? null })
      .where('policy_id', '=', id)
      .where('number', '=', latest.number)
      .execute()
    return latest.number
  }
  const from =
    p.effectiveFrom ?? (latest.effective_from !== null && latest.effective_from > today(k.clock) ? latest.effective_from : today(k.clock))
  if (latest.effective_from !== null && from < latest.effective_from)
    throw invalidField('effectiveFrom', `不能早于上一版本的生效日期 ${latest.effective_from}`)
  await db
    .updateTable('policy_version')
    .set({ effective_to: addDays(from, -1) })
    .where('policy_id', '=', id)
    .where('number', '=', latest.number)
    .execute()
  await db
    .insertInto('policy_version')
    .values({ policy_id: id, number: latest.number + 1, effective_from: from, ...content })
    .execute()
  return latest.number + 1
}
