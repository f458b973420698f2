import type {
  CarriedNote,
  DeclarationMove,
  DeclarationState,
  FormValue,
  ProjectTemplate,
  ReviewStep,
  RiskType,
  StepMode,
  UniqueKind,
} from '../../contract/declaration.ts'
import type { AllocationRow } from '../../contract/declaration/allocation.ts'
import type { Allocation } from '../../contract/rule/types.ts'
import type { AllowanceSource, AllowanceState } from '../../contract/declaration/allowance-states.ts'
import type { DeskVerdict, ReviewGround } from '../../contract/declaration/ground.ts'
import type { Judgement } from '../../contract/matching.ts'
import type { Verdict } from '../../contract/matching/verdicts.ts'
import type { GeneratedAlways } from 'kysely'
import type { At, Default, Id, Instant, Json, Maybe, MaybeAt, MaybeJson } from '../columns.ts'

export interface DeclarationTables {
  allowance: AllowanceTable
  allowance_objection: AllowanceObjectionTable
  allowance_budget: { year: number; amount: number; version: Default<number>; updated_at: Instant }
  project: ProjectTable
  project_step: ProjectStepTable
  declaration: DeclarationTable
  declaration_round: DeclarationRoundTable
  declaration_correction: DeclarationCorrectionTable
  declaration_log: DeclarationLogTable
  declaration_note: DeclarationNoteTable
  declaration_holder: HolderTable
  declaration_viewer: { declaration_id: number; user_id: number; user_name: string; seen_at: Instant }
  project_form: ProjectFormTable
  project_allocation: AllocationTable
  declaration_delegation: DelegationTable
  declaration_opinion: OpinionTable
  declaration_mark: MarkTable
  company_evidence: EvidenceTable
}

/** The frozen list of how the applicants of a project share its money. */
export interface AllocationTable {
  id: Id
  project_id: number
  no: number
  rule: Json<Allocation>
  rows: Json<AllocationRow[]>
  checksum: string
  reason: Maybe<string>
  made_by: Maybe<number>
  made_by_name: Maybe<string>
  at: Instant
}

/** Who has taken a declaration, with the round and state at that time. */
export interface HolderTable {
  declaration_id: number
  round: number
  state: DeclarationState
  user_id: number
  user_name: string
  given_by: number
  at: Instant
}

export interface ProjectFormTable {
  project_id: number
  version: number
  template: Json<ProjectTemplate>
  created_at: At
  created_by: Maybe<number>
}

export interface DelegationTable {
  id: Id
  user_id: number
  delegate_id: number
  starts_at: Instant
  ends_at: Instant
  reason: string
  /** when it was ended before its time; the columns below say by whom and why */
  revoked_at: MaybeAt
  created_at: At
  ended_by_name: Maybe<string>
  end_reason: Maybe<string>
  /** null: not ended, ended with the delegator's account, or not recorded */
  ended_by_delegate: Maybe<boolean>
}

export interface OpinionTable {
  id: Id
  declaration_id: number
  round: number
  asked_by: number
  asked_by_name: string
  /** either an office or a person */
  office_id: Maybe<number>
  user_id: Maybe<number>
  question: string
  with_score: boolean
  /** the step cannot be passed before the answer */
  blocking: boolean
  due: string
  state: Default<'open' | 'answered' | 'withdrawn'>
  verdict: Maybe<'yes' | 'no' | 'partly'>
  score: Maybe<number>
  answer: Maybe<string>
  answered_by: Maybe<number>
  answered_by_name: Maybe<string>
  answered_at: MaybeAt
  /** ended by another user than the requester */
  ended_by_name: Maybe<string>
  end_reason: Maybe<string>
  created_at: At
}

export interface MarkTable {
  declaration_id: number
  kind: UniqueKind
  /** normalised for comparison: without spaces, in one case */
  value: string
  path: string
  label: string
  entered: string
}

export interface EvidenceTable {
  id: Id
  company_id: number
  name: string
  kind: string
  number: Maybe<string>
  file_key: string
  file_name: string
  file_size: number
  issued_on: Maybe<string>
  expires_on: Maybe<string>
  note: Maybe<string>
  version: Default<number>
  created_by: Maybe<number>
  created_at: At
  updated_at: At
  deleted_at: MaybeAt
}

export type StoredForm = Record<string, FormValue>
export type StoredFiles = Record<string, { filePath: string; fileName: string; size: number }[]>

export interface ProjectTable {
  id: Id
  policy_id: number
  name: string
  apply_start: Instant
  apply_end: Instant
  examine_start: Instant
  examine_end: Instant
  examine_dep: number
  template: Json<ProjectTemplate>
  /** version of the form in `template`; project_form contains all versions */
  form_version: Default<number>
  limit_workdays: Maybe<number>
  /** a person who signed the review cannot decide */
  separate_decision: Default<boolean>
  version: Default<number>
  created_at: At
  created_by: Maybe<number>
  updated_at: At
  updated_by: Maybe<number>
}

export interface ProjectStepTable {
  project_id: number
  seq: number
  step: ReviewStep
  /** the project's own name of the step */
  name: Maybe<string>
  permission: 'declaration:accept' | 'declaration:review'
  office_id: Maybe<number>
  /** the signing offices of all, ordered and any */
  office_ids: Maybe<number[]>
  mode: StepMode
  workdays: Maybe<number>
}

export interface DeclarationTable {
  id: Id
  declare_no: Maybe<string>
  project_id: number
  company_id: number
  state: Default<DeclarationState>
  version: Default<number>
  round: Default<number>
  form_data: Json<StoredForm>
  files: Json<StoredFiles>
  /** 分 */
  amount: Maybe<number>
  /** 分 */
  approved_amount: Maybe<number>
  risk_type: Maybe<RiskType>
  /** of the day of submission; null when the policy had no rule in force */
  verdict: Maybe<Verdict>
  /** 分: the amount by the rule, if it is certain */
  measured: Maybe<number>
  /** paths that a correction may change; null: everything */
  unlocked: Maybe<string[]>
  correction_due: MaybeAt
  submit_time: MaybeAt
  /** the version submitted last; a repeated submission gets the same reply (K-02) */
  submit_version: Maybe<number>
  submitter_id: Maybe<number>
  /** the version of the form that was filled in */
  form_version: Default<number>
  carried: MaybeJson<CarriedNote>
  copied_from: Maybe<number>
  entered_by: Maybe<number>
  entered_office: Maybe<number>
  entrust: Maybe<string>
  due_at: MaybeAt
  days_left: Maybe<number>
  step_due: MaybeAt
  deleted_at: MaybeAt
  created_at: At
  created_by: Maybe<number>
  updated_at: At
}

export interface DeclarationRoundTable {
  declaration_id: number
  round: number
  form_data: Json<StoredForm>
  files: Json<StoredFiles>
  submitted_at: Instant
  submitted_by: number
  /** the judgement of the engine at submission; null for rounds older than this column, and without a rule in force */
  judgement: MaybeJson<Judgement>
}

export interface DeclarationCorrectionTable {
  declaration_id: number
  round: number
  path: string
  label: string
  message: string
}

export interface DeclarationLogTable {
  id: Id
  declaration_id: number
  at: Instant
  side: 'enterprise' | 'staff'
  actor_id: number
  actor_name: string
  office_name: Maybe<string>
  move: DeclarationMove
  from_state: DeclarationState
  to_state: DeclarationState
  opinion: Maybe<string>
  round: number
  /** 分 */
  amount: Maybe<number>
  office_id: Maybe<number>
  /** the person for whom a delegate signs */
  behalf_of: Maybe<number>
  behalf_name: Maybe<string>
  /** the clock before the move */
  clock: MaybeJson<{ due_at: string | null; days_left: number | null; step_due: string | null }>
  /** the verdict at the pass, and its ground */
  verdict: Maybe<DeskVerdict>
  ground: MaybeJson<ReviewGround & { key: string }>
  seen_version: Maybe<number>
  /** revoked by the person who decided, within DECISION_UNDO_S */
  revoked_at: MaybeAt
}

/** Remarks of staff, which the enterprise never sees. */
export interface DeclarationNoteTable {
  id: Id
  declaration_id: number
  at: Instant
  author_id: number
  author_name: string
  office_name: Maybe<string>
  text: string
}

/** One sum for one company. Amounts in 分. */
export interface AllowanceTable {
  id: Id
  version: Default<number>
  company_id: number
  policy_id: Maybe<number>
  declaration_id: Maybe<number>
  project_name: string
  year: number
  amount: number
  office_id: Maybe<number>
  note: Maybe<string>
  files: Json<{ filePath: string; fileName: string }[]>
  source: AllowanceSource
  state: Default<AllowanceState>
  opinion: Maybe<string>
  reviewed_by: Maybe<string>
  reviewed_at: MaybeAt
  public_from: Maybe<string>
  public_to: Maybe<string>
  open_objections: Default<number>
  pay_date: Maybe<string>
  voucher: Maybe<string>
  created_by: Maybe<number>
  created_at: At
  updated_at: At
  deleted: Default<boolean>
  deleted_reason: Maybe<string>
  /** all users who entered or changed it, or sent its declaration */
  makers: Default<number[]>
  approved_by: Maybe<number>
  /** 分; the most that is paid */
  approved_amount: Maybe<number>
  correction: MaybeJson<AllowanceCorrection>
  /** why the same support is given again */
  twin_reason: Maybe<string>
  /** the project's name in one width, without blanks and hidden characters */
  name_key: GeneratedAlways<string>
}

/** A change of a paid sum that waits for a second person. */
export interface AllowanceCorrection {
  payDate: string
  voucher: string | null
  /** 分 */
  amount: number
  reason: string
  by: number | null
  byName: string
}

/** 0 open · 1 upheld · 2 dismissed */
export interface AllowanceObjectionTable {
  id: Id
  allowance_id: number
  user_id: Maybe<number>
  content: string
  state: Default<0 | 1 | 2>
  reply: Maybe<string>
  created_at: At
  resolved_at: MaybeAt
}
