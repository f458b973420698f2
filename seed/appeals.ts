import type { AppealMove, AppealPause, AppealResult } from '../contract/appeal/states.ts'
import { promise } from '../server/appeal/clock.ts'
import { wordColumns } from '../server/appeal/appeal-words.ts'
import { caseVector } from '../server/appeal/case-words.ts'
import { SEARCH_FORM } from '../server/search/index.ts'
import { sql } from 'kysely'
import { dateOf } from '../server/kernel/clock.ts'
import type { Db } from '../server/kernel/db/index.ts'
import type { Kernel } from '../server/kernel/kernel.ts'
import { nextNumber } from '../server/kernel/numbering.ts'
import { cases, type DemoCase } from './appeal-cases.ts'
import type { Seed } from './index.ts'
import { seedOnce } from './once.ts'
import { contactOf } from './own-people.ts'

const DAY = 86_400_000
const streets = ['339999001', '339999002', '339999003', '339999100', '339999101', '339999102', '339999200']
const contacts = ['林小满', '沈知秋', '顾望舒', '江予安', '苏念慈', '程砚']
const sources = ['01', '01', '02', '01', '03', '05']

interface People {
  front: { id: number; name: string }
  second: { id: number; name: string }
  /** the person who answers, by office */
  dept: ReadonlyMap<number, { id: number; name: string }>
}
/** The sender: a person with an account, or the service centre for a company. */
interface Sender {
  userId: number
  name: string
  companyId: number | null
  /** null: filed by the service centre */
  own: string | null
}

/**
 * Appeals of half a year in every state, the newest still open. Those of the demo accounts need no action, so that no inbox starts with
 * work; the last weeks contain some that are overdue, paused or decided.
 */
async function enter(k: Kernel, db: Db): Promise<void> {
  const users = await db.selectFrom('sys_user').select(['id', 'user_name', 'name', 'company_id', 'office_id', 'type']).execute()
  const named = (name: string) => users.find((user) => user.user_name === name)
  const [front, second, gr] = [named('front1'), named('appeal1'), named('gr1')]
  if (!front || !second || !gr) return
  const people: People = {
    front,
    second,
    dept: new Map(users.filter((u) => u.user_name.startsWith('dept')).map((u) => [u.office_id ?? 0, u])),
  }
  const owned = ['qy1', 'qy2'].flatMap((name) => named(name) ?? [])
  const companies = await db
    .selectFrom('company')
    .select(['id', 'name'])
    .where('id', 'not in', [0, ...owned.map((user) => user.company_id ?? 0)])
    .orderBy('id')
    .limit(24)
    .execute()
  const senders: Sender[] = [
    ...owned.map((user) => ({ userId: user.id, name: user.name, companyId: user.company_id, own: user.user_name })),
    { userId: gr.id, name: gr.name, companyId: null, own: gr.user_name },
    ...companies.map((company) => ({ userId: front.id, name: company.name, companyId: company.id, own: null })),
  ]
  const offices = new Map(
    (
      await db
        .selectFrom('appeal_type as t')
        .leftJoin('appeal_type as big', 'big.id', 't.parent_id')
        .innerJoin('office as o', (j) => j.on((e) => e('o.id', '=', e.fn.coalesce('t.office_id', 'big.office_id'))))
        .select(['t.id', 'o.id as office_id', 'o.name'])
        .execute()
    ).map((row) => [row.id, row]),
  )
  const entered = new Map<number, number>()
  for (const [i, one] of cases.entries()) {
    const office = offices.get(one.type)
    if (!office) continue
    const lead = one.with === undefined ? null : (entered.get(one.with) ?? null)
    entered.set(i, await enterOne(k, db, people, one, senders[(i * 5 + 3) % senders.length]!, office, i, lead))
  }
}

const numberOf = async (db: Db, id: number): Promise<string | null> =>
  (await db.selectFrom('appeal').select('appeal_no').where('id', '=', id).executeTakeFirstOrThrow()).appeal_no

async function enterOne(
  k: Kernel,
  db: Db,
  people: People,
  one: DemoCase,
  sender: Sender,
  office: { office_id: number; name: string },
  i: number,
  lead: number | null,
): Promise<number> {
  const now = k.clock.now().getTime()
  const at = (days: number) => new Date(Math.min(now, now - one.back * DAY + days * DAY))
  const submitted = at(0)
  // Seed data gives no to-dos to demo accounts.
  const state = sender.own && one.state === 4 ? 6 : sender.own && one.state === 5 ? 7 : one.state
  const score = one.score ?? (sender.own && state === 6 ? 4 : null)
  const done = state === 4 || state === 6
  const answered = done || state === 3
  const has = answered || state === 2
  const paused = state === 2 ? (one.pause ?? null) : null
  const dealer = people.dept.get(office.office_id)
  const contact = contactOf(k, sender.own, { name: contacts[i % contacts.length]!, phone: `1390000${String(1000 + i)}` })
  const { deadline, warn_at } = await promise(db, one.type, submitted)
  const { id } = await db
    .insertInto('appeal')
    .values({
      state,
      appeal_no: await nextNumber(db, 'SQ', dateOf(submitted)),
      title: one.title,
      content: one.content,
      type_id: one.type,
      source_type: sender.own ? '01' : sources[i % sources.length]!,
      user_id: sender.userId,
      user_name: sender.name,
      company_id: sender.companyId,
      contact_sealed: contact.name,
      phone_sealed: contact.phone,
      street: streets[i % streets.length]!,
      public_flag: one.public === true,
      no_policy: one.gap === true,
      merged_into: lead,
      submitted_at: submitted,
      deadline,
      warn_at,
      office_id: has ? office.office_id : null,
      assigned_at: has ? at(1) : null,
      ruled_office_id: one.ruled && has ? office.office_id : null,
      ruled_ground: one.ruled && has ? '按部门职责分工，由牵头单位办理（示例）' : null,
      back_count: one.ruled ? 2 : 0,
      ...(answered
        ? {
            deal_content: one.answer,
            deal_result: (one.result ?? 'solved') satisfies AppealResult,
            dealt_by: dealer?.id ?? null,
            dealt_by_name: dealer?.name ?? '经办人员',
            deal_time: at(one.took),
          }
        : {}),
      ...(done ? { closed_at: at(one.took + 1) } : {}),
      ...(done && score !== null ? { score, evaluated_at: at(one.took + 2) } : {}),
      ...(state === 6 ? { archived_at: at(one.took + 3) } : {}),
      ...(state === 5 ? { back_reason: '请写明具体厂址和涉及的设备（示例）' } : {}),
      ...(paused === null ? {} : { pause_kind: paused satisfies AppealPause, pause_reason: '等待补充材料（示例）', paused_at: at(2) }),
      ...wordColumns({ title: one.title, content: one.content, company: sender.companyId === null ? null : sender.name }),
      created_at: submitted,
      updated_at: at(has ? 1 : 0),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (has) await db.insertInto('appeal_office').values({ appeal_id: id, office_id: office.office_id, part: 'main' }).execute()
  const { front, second } = people
  const steps: [AppealMove, number | null, number, Date, { id: number | null; name: string }, string | null, object | null][] = [
    ['submit', null, 1, submitted, { id: sender.userId, name: sender.name }, null, null],
  ]
  if (has) steps.push(['transfer', 1, 2, at(1), front, null, { office: office.name, assist: [] }])
  if (lead !== null) steps.push(['merge', state, state, at(1), front, null, { lead: await numberOf(db, lead) }])
  if (paused !== null) steps.push(['pause', 2, 2, at(2), front, '等待补充材料（示例）', null])
  if (answered)
    steps.push([
      'deal',
      2,
      3,
      at(one.took),
      { id: dealer?.id ?? null, name: dealer?.name ?? '经办人员' },
      null,
      { content: one.answer, result: '' },
    ])
  if (done) steps.push(['pass', 3, 4, at(one.took + 1), second, null, null])
  if (done && score !== null) steps.push(['evaluate', 4, 4, at(one.took + 2), { id: sender.userId, name: sender.name }, null, { score }])
  if (state === 6) steps.push(['archive', 4, 6, at(one.took + 3), front, null, null])
  if (state === 5) steps.push(['back', 1, 5, at(1), front, '请写明具体厂址和涉及的设备（示例）', null])
  if (state === 7) steps.push(['withdraw', 1, 7, at(1), { id: sender.userId, name: sender.name }, null, null])
  await db
    .insertInto('flow_log')
    .values(
      steps.map(([move, from, to, time, who, reason, payload], n) => ({
        flow: 'appeal',
        row_id: id,
        row_version: n + 1,
        move,
        from_state: from === null ? null : String(from),
        to_state: String(to),
        actor_id: who.id,
        actor_name: who.name,
        reason,
        payload: payload === null ? null : JSON.stringify(payload),
        at: time,
      })),
    )
    .execute()
  if (one.public === true && done)
    await db
      .insertInto('appeal_case')
      .values({
        appeal_id: id,
        title: one.title,
        question: one.content,
        answer: one.answer,
        type_id: one.type,
        office_name: office.name,
        publish_time: at(one.took + 3),
        published_by: front.id,
        search: sql<string>`${caseVector({ title: one.title, question: one.content, answer: one.answer })}::tsvector`,
        search_form: SEARCH_FORM,
      })
      .execute()
  return id
}

export const appealSeed: Seed = {
  name: 'appeals',
  demoOnly: true,
  run: (k) => seedOnce(k, 'appeals', () => k.db.transaction().execute((db) => enter(k, db))),
}
