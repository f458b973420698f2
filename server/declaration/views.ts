import { inWan } from '../../contract/money.ts'
import {
  declarationMoves,
  declarationStates,
  type Correction,
  type DeclarationRow,
  type ProjectTemplate,
  type TimelineEntry,
} from '../../contract/declaration.ts'
import { authStatuses } from '../../contract/company.ts'
import type { Judgement } from '../../contract/matching.ts'
import type { StoredFiles, StoredForm } from '../../db/tables/declaration.ts'
import type { Db } from '../kernel/db/index.ts'
import { workdaysUntil } from '../kernel/offers/workdays.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { underReview } from './flow.ts'
import { groundWords, verdictOf } from './verdict-words.ts'
import type { DeclarationRecord } from './queries.ts'

export type Side = 'enterprise' | 'staff'

/** When the next move is due; null when nothing is due. Staff also see the deadline of their own step. */
export function deadlineOf(
  row: Pick<DeclarationRecord, 'state' | 'apply_end' | 'examine_end' | 'correction_due' | 'due_at' | 'step_due'>,
  side: Side = 'enterprise',
): string | null {
  if (row.state === 'draft' || row.state === 'withdrawn') return row.apply_end
  if (row.state === 'returned') return row.correction_due
  if (!underReview.includes(row.state)) return null
  const ends = [row.examine_end, row.due_at, ...(side === 'staff' ? [row.step_due] : [])].filter((at) => at !== null)
  return ends.reduce((first, at) => (Date.parse(at) < Date.parse(first) ? at : first))
}

/** Working days until the next move of each is due. The application period ends on a date that was announced, so it has none. */
export async function workdaysLeft<R extends Due>({ db, clock }: Kernel, rows: readonly R[]) {
  const termOf = ({ state, due }: Due) => (state === 'draft' || state === 'withdrawn' ? null : due)
  const until = await workdaysUntil(db, clock.now(), rows.map(termOf))
  return (row: Due): number | null => until(termOf(row))
}
interface Due {
  state: DeclarationRecord['state']
  due: string | null
}

/** Rows for the reader of a side; `allowed`: the moves that this reader may make. */
export async function rowViews<R extends DeclarationRecord>(
  k: Kernel,
  rows: readonly R[],
  side: Side,
  allowed: (row: R) => readonly string[],
) {
  const due = (row: R): Due => ({ state: row.state, due: deadlineOf(row, side) })
  const left = await workdaysLeft(k, rows.map(due))
  return rows.map((row) => rowView(row, side, left(due(row)), allowed(row)))
}

/** What happens next; for a correction also the remaining days, because a paused deadline has no date. */
function nextOf(row: Pick<DeclarationRecord, 'state' | 'days_left'>): string {
  const { next } = declarationStates[row.state]
  if (row.state !== 'returned' || row.days_left === null) return next
  return row.days_left < 0
    ? `${next}；补正期间办理时限暂停，已超期 ${-row.days_left} 个工作日`
    : `${next}；补正期间办理时限暂停，剩余 ${row.days_left} 个工作日`
}

function rowView(row: DeclarationRecord, side: Side, left: number | null, allowed: readonly string[]): DeclarationRow {
  const state = declarationStates[row.state]
  return {
    id: row.id,
    declareNo: row.declare_no,
    projectId: row.project_id,
    projectName: row.project_name,
    policyId: row.policy_id,
    policyTitle: row.policy_title,
    companyId: row.company_id,
    companyName: row.company_name,
    depName: row.dep_name,
    state: state.code,
    stateName: side === 'staff' ? state.internal : state.public,
    nextStep: nextOf(row),
    deadline: deadlineOf(row, side),
    workdaysLeft: left,
    amount: inWan(row.amount),
    approvedAmount: inWan(row.approved_amount),
    submitTime: row.submit_time,
    updateTime: row.updated_at,
    version: row.version,
    round: row.round,
    riskType: side === 'staff' ? row.risk_type : null,
    verdict: side === 'staff' && row.round > 0 ? verdictOf(row) : null,
    measured: side === 'staff' && row.auth_status === authStatuses.granted ? inWan(row.measured) : null,
    holder: side === 'staff' && row.holder_id !== null ? { id: row.holder_id, name: row.holder_name! } : null,
    allowed: [...allowed],
  }
}

/** The timeline: who, when, what. Enterprises see the office instead of the person. */
export async function timelineOf(db: Db, row: Pick<DeclarationRecord, 'id' | 'company_name'>, side: Side): Promise<TimelineEntry[]> {
  const logged = await db.selectFrom('declaration_log').selectAll().where('declaration_id', '=', row.id).orderBy('id').execute()
  // The first of two passes, and a revoked decision, are shown to reviewers only.
  const shown = side === 'staff' ? logged : logged.filter((l) => l.move !== 'countersign' && l.move !== 'revoke' && !l.revoked_at)
  const nameOf = (state: keyof typeof declarationStates) => declarationStates[state][side === 'staff' ? 'internal' : 'public']
  return shown.map((l) => ({
    at: l.at,
    action: l.move,
    actionName: declarationMoves[l.move],
    fromState: nameOf(l.from_state),
    toState: nameOf(l.to_state),
    opinion: l.opinion,
    ground: side === 'staff' ? groundWords(l) : null,
    round: l.round,
    revoked: l.revoked_at !== null,
    who:
      l.side === 'enterprise'
        ? row.company_name
        : side === 'staff'
          ? [l.actor_name, l.behalf_name && `代 ${l.behalf_name}`, l.office_name && `（${l.office_name}）`].filter(Boolean).join('')
          : (l.office_name ?? '审核部门'),
  }))
}

export interface Round {
  form: StoredForm
  files: StoredFiles
  judgement: Judgement | null
}
export async function roundOf(db: Db, id: number, round: number): Promise<Round | null> {
  const row = await db
    .selectFrom('declaration_round')
    .select(['form_data', 'files', 'judgement'])
    .where('declaration_id', '=', id)
    .where('round', '=', round)
    .executeTakeFirst()
  return row ? { form: row.form_data, files: row.files, judgement: row.judgement } : null
}

/** What was sent back in a round, each item with the submitted value. The caller decrypts or masks `form`. */
export async function correctionsOf(db: Db, id: number, round: number, sent: Pick<Round, 'form' | 'files'> | null): Promise<Correction[]> {
  const rows = await db
    .selectFrom('declaration_correction')
    .select(['path', 'label', 'message'])
    .where('declaration_id', '=', id)
    .where('round', '=', round)
    .orderBy('path')
    .execute()
  const oldValue = (path: string) => {
    const key = path.slice(path.indexOf('.') + 1)
    return path.startsWith('form.') ? (sent?.form[key] ?? null) : (sent?.files[key] ?? [])
  }
  return rows.map((r) => ({ ...r, oldValue: oldValue(r.path) }))
}

export type Opened = (t: ProjectTemplate, form: StoredForm) => StoredForm
