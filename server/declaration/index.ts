import { allocation } from '../../contract/declaration/allocation.ts'
import { allocationForDesk } from './allocation/for-desk.ts'
import { freezeAllocation, frozenAllocation, previewAllocation } from './allocation/index.ts'
import { joinAllowance } from './allowance/index.ts'
import {
  declarationStates,
  myDeclaration as my,
  project,
  receipt,
  projectStates,
  review,
  reviewStepKeys,
  reviewSteps,
  riskTypeLabels,
  stateOptions,
} from '../../contract/declaration.ts'
import { holding } from '../../contract/declaration/holding.ts'
import { declarationProgress } from '../../contract/declaration/progress.ts'
import { delegation, duplicates, entered, evidence, opinions, reuse } from '../../contract/declaration/process.ts'
import { sql } from 'kysely'
import { usesDictionary } from '../kernel/offers/dictionary-uses.ts'
import { fileOwner } from '../kernel/files/access.ts'
import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { sealsAnew } from '../kernel/access/pii-rotation.ts'
import { maySeeDeclaration } from './access.ts'
import { joinClocks } from './clocks.ts'
import { listDelegations, revokeDelegation, saveDelegation } from './delegation.ts'
import { joinDelegationEnd } from './delegation-end.ts'
import { enteredDeclaration, formRecords, removeEntered, saveEntered, submitEntered } from './entering.ts'
import { assign, reviewersOf } from './holding.ts'
import { joinEvidence, listEvidence, removeEvidence, saveEvidence, useEvidence } from './evidence.ts'
import { duplicatesOf } from './marks.ts'
import { colleagues, listOpinions } from './opinion-list.ts'
import { progressOf } from './progress.ts'
import { answerOpinion, askOpinion, withdrawOpinion } from './opinions.ts'
import { reuseDossier, reuseSources } from './reuse.ts'
import { copyProject } from './copy-project.ts'
import { prefill, removeDraft, saveDraft, withdraw } from './drafts.ts'
import { nameDependents } from './dependents.ts'
import { ownWork, pressingCounts, reviewDetail, reviewList, reviewStatistics } from './desk.ts'
import { eligibility } from './eligibility.ts'
import { offerDeclarationExport } from './export.ts'
import { myDeclaration, myDeclarations } from './mine.ts'
import { findProject, listProjects, manageProjects, projectOfPolicy } from './projects.ts'
import { saveProject } from './save-project.ts'
import { resealForms } from './reseal.ts'
import { revealPhone } from './reveal.ts'
import { addNote } from './notes.ts'
import { present } from './presence.ts'
import { verifyReceipt } from './receipt.ts'
import { reviewBatch, reviewDeclaration, sendBack } from './review.ts'
import { revoke } from './revoke.ts'
import { checkBeforeDeclaration, submit } from './submit.ts'
import { joinTelling } from './tell.ts'
import { offerDeclarationHandOver } from './hand-over.ts'
import { offerDeclarationRows } from './row-rules.ts'
import { offerDeclarationTodos } from './todos.ts'
import { offerDeclarationHome } from './home.ts'
import { offerDeclarationOrigin } from './origin.ts'
import { offerDeclarationRecords } from './of-company.ts'
import { offerAllowanceRecords } from './allowance/of-company.ts'
import { offerDeclarationPersonalData } from './personal.ts'

export { rememberSupportOfAll } from './allowance/support-facts.ts'
export { enterDirect } from './allowance/changes.ts'
export { saveDraft } from './drafts.ts'
export { risksOf } from './risks.ts'
export { saveProject } from './save-project.ts'
export { reviewDeclaration, sendBack } from './review.ts'
export { verdictAt } from './grounds.ts'
export { submit } from './submit.ts'
export { hasDeclared, outcomeSince } from './since.ts'
export { keepInVault, takeFromVault } from './vault.ts'

const projectState = Object.values(projectStates).map(({ code, label }) => ({ value: code, label }))
const publicStates = Object.values(declarationStates).map((s) => ({ value: s.code, label: s.public }))

function joinProcess(k: Kernel): void {
  joinClocks(k)
  joinDelegationEnd(k)
  joinEvidence(k)
  implement(k, 'declaration', entered, {
    findById: ({ actor, call, query }) => enteredDeclaration(k, call, actor, query.id),
    save: ({ actor, call, body }) => saveEntered(k, call, actor, body),
    submit: ({ actor, call, body }) => submitEntered(k, call, actor, body),
    remove: ({ actor, call, body }) => removeEntered(k, call, actor, body.id),
    data: ({ actor, query }) => formRecords(k, actor, query),
  })
  implement(k, 'declaration', delegation, {
    list: ({ actor, query }) => listDelegations(k, actor, query),
    save: ({ actor, call, body }) => saveDelegation(k, call, actor, body),
    revoke: ({ actor, call, body }) => revokeDelegation(k, call, actor, body),
    colleagues: ({ actor, query }) => colleagues(k, actor, query),
  })
  implement(k, 'declaration', holding, {
    assign: ({ actor, call, body }) => assign(k, call, actor, body),
    reviewers: ({ actor, query }) => reviewersOf(k, actor, query.id),
  })
  implement(k, 'declaration', declarationProgress, { progress: ({ actor }) => progressOf(k, actor) })
  implement(k, 'declaration', opinions, {
    ask: ({ actor, call, body }) => askOpinion(k, call, actor, body),
    answer: ({ actor, call, body }) => answerOpinion(k, call, actor, body),
    withdraw: ({ actor, call, body }) => withdrawOpinion(k, call, actor, body),
    list: ({ actor, query }) => listOpinions(k, actor, query),
  })
  implement(k, 'declaration', duplicates, { list: ({ actor, query }) => duplicatesOf(k, actor, query.id) })
  implement(k, 'declaration', reuse, {
    sources: ({ actor, query }) => reuseSources(k, actor, query.projectId),
    copy: ({ actor, call, body }) => reuseDossier(k, call, actor, body),
  })
  implement(k, 'declaration', evidence, {
    list: ({ actor, query }) => listEvidence(k, actor, query),
    save: ({ actor, call, body }) => saveEvidence(k, call, actor, body),
    remove: ({ actor, call, body }) => removeEvidence(k, call, actor, body.id),
    use: ({ actor, body }) => useEvidence(k, actor, body.id),
  })
}

export function joinDeclaration(k: Kernel): void {
  offerDeclarationPersonalData(k)
  joinProcess(k)
  sealsAnew(k, () => resealForms(k))
  offerDeclarationExport(k)
  offerDeclarationTodos(k)
  offerDeclarationRows(k)
  offerDeclarationHandOver(k)
  offerDeclarationHome(k)
  offerDeclarationRecords(k)
  offerDeclarationOrigin(k)
  offerAllowanceRecords(k)
  joinAllowance(k)
  joinTelling(k)
  nameDependents(k)
  usesDictionary(k, {
    title: '申报项目的表单字段',
    // The template keeps the labels of its options, so what was filled in stays readable without the dictionary.
    columns: ['project.template'],
    definitions: (type) => sql`select field ->> 'key' as value from project
      cross join lateral jsonb_path_query(template, '$.sections[*].fields[*]') field where field ->> 'dictType' = ${type}`,
  })
  fileOwner(k, 'declaration', (actor, id) => maySeeDeclaration(k.db, actor, Number(id), k.clock.now()))
  implement(k, 'declaration', project, {
    save: ({ actor, call, body }) => saveProject(k, call, actor, body),
    copy: ({ actor, body }) => copyProject(k, actor, body),
    manageList: ({ actor, query }) => manageProjects(k, actor, query),
    list: ({ query }) => listProjects(k, query),
    findById: ({ query }) => findProject(k.db, query.id, k.clock.now()),
    ofPolicy: ({ query }) => projectOfPolicy(k, query.policyId),
  })
  implement(k, 'declaration', allocation, {
    preview: ({ actor, query }) => previewAllocation(k, actor, query.projectId),
    freeze: ({ actor, call, body }) => freezeAllocation(k, actor, call, body),
    list: ({ actor, query }) => frozenAllocation(k, actor, query.projectId, query.no),
    forDesk: ({ actor, query }) => allocationForDesk(k, actor, query.id),
  })
  implement(k, 'declaration', my, {
    check: ({ actor }) => checkBeforeDeclaration(k, actor),
    prefill: ({ actor, query }) => prefill(k, actor, query.projectId),
    eligibility: ({ actor, body }) => eligibility(k, actor, body),
    save: ({ actor, body }) => saveDraft(k, actor, body),
    submit: ({ actor, call, body }) => submit(k, call, actor, body),
    withdraw: ({ actor, call, body }) => withdraw(k, call, actor, body),
    remove: ({ actor, call, body }) => removeDraft(k, call, actor, body.id),
    list: ({ actor, query }) => myDeclarations(k, actor, query),
    findById: ({ actor, query }) => myDeclaration(k, actor, query.id),
    enums: () => ({ state: publicStates, projectState }),
  })
  implement(k, 'declaration', receipt, { verify: ({ query }) => verifyReceipt(k, query) })
  implement(k, 'declaration', review, {
    list: ({ actor, query }) => reviewList(k, actor, query),
    findById: ({ call, actor, query }) => reviewDetail(k, call, actor, query.id),
    updateReviewState: ({ actor, call, body }) => reviewDeclaration(k, call, actor, body),
    back: ({ actor, call, body }) => sendBack(k, call, actor, body),
    revoke: ({ actor, call, body }) => revoke(k, call, actor, body),
    present: ({ actor, body }) => present(k, actor, body),
    addNote: ({ actor, call, body }) => addNote(k, call, actor, body),
    batch: ({ actor, call, body }) => reviewBatch(k, call, actor, body),
    reveal: ({ actor, call, body }) => revealPhone(k, call, actor, body),
    enums: () => ({
      state: stateOptions,
      projectState,
      step: reviewStepKeys.map((key) => ({ value: key, label: reviewSteps[key].label })),
      riskType: Object.entries(riskTypeLabels).map(([value, label]) => ({ value, label })),
    }),
    statistics: async ({ actor }) => {
      const { todo, overdue, dueSoon } = await pressingCounts(k, actor)
      return { todo, overdue, dueSoon, ...(await reviewStatistics(k, actor)), ...(await ownWork(k, actor)) }
    },
  })
}
