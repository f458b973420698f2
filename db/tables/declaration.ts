import type {
  DeclarationMove,
  DeclarationState,
  FormValue,
  ProjectTemplate,
  ReviewStep,
  RiskType,
  StepMode,
} from '../../contract/declaration.ts'
import type { At, Default, Id, Json, Maybe, MaybeAt } from '../columns.ts'

export interface DeclarationTables {
  project: ProjectTable
  project_step: ProjectStepTable
  declaration: DeclarationTable
  declaration_round: DeclarationRoundTable
  declaration_correction: DeclarationCorrectionTable
  declaration_log: DeclarationLogTable
  declaration_number: { day: string; last: number }
}

export type StoredForm = Record<string, FormValue>
export type StoredFiles = Record<string, { filePath: string; fileName: string; size: number }[]>

export interface ProjectTable {
  id: Id
  policy_id: number
  name: string
  apply_start: At
  apply_end: At
  examine_start: At
  examine_end: At
  examine_dep: number
  template: Json<ProjectTemplate>
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
  permission: 'declaration:accept' | 'declaration:review'
  office_id: Maybe<number>
  mode: StepMode
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
  /** paths that a correction opens; null: everything */
  unlocked: Maybe<string[]>
  correction_due: MaybeAt
  submit_time: MaybeAt
  /** the version that was submitted last: the same submission sent again gets the same reply (K-02) */
  submit_version: Maybe<number>
  submitter_id: Maybe<number>
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
  submitted_at: At
  submitted_by: number
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
  at: At
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
}
