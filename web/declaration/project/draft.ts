import {
  reviewStepKeys,
  type FormMaterial,
  type ProjectCopy,
  type ProjectDetail,
  type ProjectTemplate,
  type ReviewStep,
  type ReviewStepConfig,
  type StepMode,
  type project,
} from '../../../contract/declaration.ts'
import type { Data } from '../../../contract/endpoint.ts'
import { messages } from '../../../contract/messages.ts'
import type { Fault } from '../../form/editor/index.ts'
import { freeKey, newSection } from '../../form/index.ts'
import { localTime } from '../../kit/date/local-time.ts'

/** A project during editing; times as `YYYY-MM-DD HH:mm:ss` in Shanghai. */
export interface Draft {
  policyId: number | null
  applyStartTime: string | null
  applyEndTime: string | null
  examineStartTime: string | null
  examineEndTime: string | null
  examineDep: number | null
  /** a person who signed the review may not decide */
  separateDecision: boolean
  template: ProjectTemplate
}
export type Saved = Data<typeof project.save>

/** Modes in which several offices sign. */
export const signedByOffices = (mode: StepMode): boolean => mode === 'all' || mode === 'ordered' || mode === 'any'

export const newMaterial = (t: ProjectTemplate): FormMaterial => ({
  key: freeKey(
    'material',
    t.materials.map((m) => m.key),
  ),
  name: '',
  required: true,
  accept: ['.pdf', '.jpg', '.png'],
  maxMb: 30,
  maxCount: 1,
})

const permissionOf = (step: ReviewStep): ReviewStepConfig['permission'] => (step === 'accept' ? 'declaration:accept' : 'declaration:review')
const newStep = (step: ReviewStep, officeId: number | null): ReviewStepConfig => ({
  step,
  permission: permissionOf(step),
  officeId: step === 'accept' ? null : officeId,
  mode: 'one',
})

/** The steps of a new project; 现场核查 and 专家评审 are added when a policy requires them. */
const usualSteps: readonly ReviewStep[] = ['accept', 'review', 'decide']

export const emptyDraft = (): Draft => {
  const template: ProjectTemplate = { name: '', sections: [], materials: [], steps: usualSteps.map((step) => newStep(step, null)) }
  return {
    policyId: null,
    applyStartTime: null,
    applyEndTime: null,
    examineStartTime: null,
    examineEndTime: null,
    examineDep: null,
    separateDecision: true,
    template: { ...template, sections: [newSection(template)] },
  }
}
export const draftOf = (p: ProjectDetail): Draft => ({
  policyId: p.policyId,
  applyStartTime: localTime(p.applyStartTime),
  applyEndTime: localTime(p.applyEndTime),
  examineStartTime: localTime(p.examineStartTime),
  examineEndTime: localTime(p.examineEndTime),
  examineDep: p.examineDep,
  separateDecision: p.separateDecision,
  template: p.template,
})

/** A copy of an earlier project without its times. When its policy had none, an empty project of this policy. */
export const copiedDraft = ({ policyId, project }: ProjectCopy): Draft => ({ ...emptyDraft(), policyId, ...project })

/** Adds or removes a step; the order is always that of reviewStepKeys. */
export function switchStep(steps: readonly ReviewStepConfig[], step: ReviewStep, on: boolean, officeId: number | null): ReviewStepConfig[] {
  const rest = steps.filter((s) => s.step !== step)
  return (on ? [...rest, steps.find((s) => s.step === step) ?? newStep(step, officeId)] : rest).toSorted(
    (a, b) => reviewStepKeys.indexOf(a.step) - reviewStepKeys.indexOf(b.step),
  )
}
/** A new examining office takes over the steps of the former one; acceptance is unchanged. */
export const moveOffice = (draft: Draft, officeId: number | null): Draft => ({
  ...draft,
  examineDep: officeId,
  template: {
    ...draft.template,
    steps: draft.template.steps.map((s) => (s.step !== 'accept' && s.officeId === draft.examineDep ? { ...s, officeId } : s)),
  },
})

/** Errors outside the form itself; equal and reversed times are refused as on the server (spec §5). */
export function headFaults(d: Draft): Fault[] {
  const asked: [keyof Draft, string][] = [
    ['policyId', '请选择政策'],
    ['applyStartTime', '请选择申报开始时间'],
    ['applyEndTime', '请选择申报结束时间'],
    ['examineStartTime', '请选择审核开始时间'],
    ['examineEndTime', '请选择审核结束时间'],
    ['examineDep', '请选择审核部门'],
  ]
  const faults: Fault[] = asked.filter(([key]) => d[key] === null || d[key] === '').map(([path, message]) => ({ path, message }))
  const pair = (start: string | null, end: string | null, path: string) => {
    if (start && end && start === end) faults.push({ path, message: messages.dateRangeEqual })
    else if (start && end && start > end) faults.push({ path, message: '结束时间不能早于开始时间' })
  }
  pair(d.applyStartTime, d.applyEndTime, 'applyEndTime')
  pair(d.examineStartTime, d.examineEndTime, 'examineEndTime')
  if (d.applyStartTime && d.examineStartTime && d.examineStartTime < d.applyStartTime)
    faults.push({ path: 'examineStartTime', message: '审核开始时间不能早于申报开始时间' })
  if (d.applyEndTime && d.examineEndTime && d.examineEndTime < d.applyEndTime)
    faults.push({ path: 'examineEndTime', message: '审核结束时间不能早于申报结束时间' })
  return faults
}
