import { activity, trainingHome } from '../../contract/training/activity.ts'
import { attendance } from '../../contract/training/attendance.ts'
import { certificate } from '../../contract/training/certificate.ts'
import { effect } from '../../contract/training/effect.ts'
import { live, trainInfo } from '../../contract/training/info.ts'
import { num } from '../../contract/training/num.ts'
import { rooms } from '../../contract/training/rooms.ts'
import { plan } from '../../contract/training/plan.ts'
import { signedIn } from '../kernel/actor.ts'
import { fileOwner } from '../kernel/files/access.ts'
import { implement } from '../kernel/implement.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { dictionaryColumn } from '../kernel/offers/dictionary-uses.ts'
import { pageNeeds } from '../kernel/public/page-needs.ts'
import { offerTrainingOpenMatters } from './closing.ts'
import { cancelActivity, delayActivity, publishActivity, removeActivity, reviewActivity, withdrawActivity } from './activity-moves.ts'
import { activityIcs, offerActivities } from './calendar.ts'
import { saveActivity } from './activity-save.ts'
import { certificatePdf, certificateZip } from './certificate-files.ts'
import { listCertificates, listOwnCertificates, verifyCertificate } from './certificate-queries.ts'
import { deliverToVaults } from './certificate-vault.ts'
import { issueCertificates, reissueCertificate, revokeCertificate } from './certificates.ts'
import { checkIn, findPass, scanPass, selfCheckIn, venueCode } from './check-in.ts'
import { findEffect, freezeRegularly } from './effect.ts'
import { cancelEnrolment, enrolIn, evaluateActivity } from './enrol.ts'
import { listEvaluated, wordsOf } from './evaluations.ts'
import { exportActivities, exportPlans } from './export.ts'
import { figuresByMonth, figuresByType } from './figures.ts'
import { keepActivities } from './kept.ts'
import { findLive, LIVE, listLive, offPublishLive, publishLive, removeLive, saveLive } from './live.ts'
import { offerTraining } from './offers.ts'
import { offerTrainingPersonalData } from './personal.ts'
import { delayPlan, findPlan, listPlans, planOptions, releasePlan, removePlan, savePlan, shelvePlan } from './plans.ts'
import {
  countInfoView,
  findInfo,
  INFO,
  infoEnums,
  listInfo,
  offPublishInfo,
  publishInfo,
  removeInfo,
  saveInfo,
  setInfoTop,
} from './publicity.ts'
import { findActivity, listActivities, listOwn, mayManage, ownActivities } from './reading.ts'
import { countInvitable, inviteCompanies, joinInvitations } from './invite.ts'
import { offerMaterials } from './material-files.ts'
import { saveMaterials } from './materials.ts'
import { tellParticipants } from './message.ts'
import { giveSeat } from './give-seat.ts'
import { remindRegularly } from './remind.ts'
import { roomsOfWeek } from './rooms.ts'
import { listEnrolments, revealEnrolment } from './roster.ts'
import { exportRoster, offerRosterExport } from './roster-export.ts'
import { offerTrainingSearch } from './search.ts'
import { activityEnums } from './streets.ts'
import { offerTrainingTodos } from './todos.ts'
import { hearTraining, TRAIN } from './visible.ts'

/** Joins 培训宣传: plans, activities, seats, attendance, evaluation (ADR 0600, 0601). */
export function joinTraining(k: Kernel): void {
  hearTraining(k)
  offerTrainingPersonalData(k)
  dictionaryColumn(k, 'region', '培训活动的镇街', 'train_activity.street_id', { marked: true })
  offerTraining(k)
  offerTrainingSearch(k)
  offerActivities(k)
  remindRegularly(k)
  deliverToVaults(k)
  freezeRegularly(k)
  joinInvitations(k)
  offerRosterExport(k)
  implement(k, 'training', effect, {
    inviteCount: ({ actor, query }) => countInvitable(k, actor, query),
    invite: ({ call, body }) => inviteCompanies(k, call, body),
    effect: ({ actor, query }) => findEffect(k, actor, query),
  })
  offerTrainingTodos(k)
  offerTrainingOpenMatters(k)
  // The desk scans passes with the camera of a phone.
  pageNeeds(k, '/work/trainActive', { camera: true })
  pageNeeds(k, '/page/propaganda', { mediaHosts: k.config.MEDIA_HOSTS })
  offerMaterials(k)
  fileOwner(k, TRAIN, (actor, id) => mayManage(k, actor, Number(id)))
  implement(k, 'training', activity, {
    list: ({ call, query }) => listActivities(k, call, query),
    listMy: ({ actor, query }) => listOwn(k, actor, query),
    findById: ({ call, query }) => findActivity(k, call.actor, query.id),
    ics: ({ query }) => activityIcs(k, query.id),
    saveOrUpdate: ({ call, body }) => saveActivity(k, call, body),
    remove: ({ call, body }) => removeActivity(k, call, body),
    publish: ({ call, body }) => publishActivity(k, call, body),
    withdraw: ({ call, body }) => withdrawActivity(k, call, body),
    cancel: ({ call, body }) => cancelActivity(k, call, body),
    delay: ({ call, body }) => delayActivity(k, call, body),
    updateReviewState: ({ call, body }) => reviewActivity(k, call, body),
    enrol: ({ call, body }) => enrolIn(k, call, body),
    cancelEnrol: ({ call, body }) => cancelEnrolment(k, call, body),
    listEnrol: ({ actor, query }) => listEnrolments(k, actor, query),
    revealEnrol: ({ call, body }) => revealEnrolment(k, call, body),
    checkIn: ({ call, body }) => checkIn(k, call, body),
    giveSeat: ({ call, body }) => giveSeat(k, call, body),
    message: ({ call, body }) => tellParticipants(k, call, body),
    saveMaterials: ({ call, body }) => saveMaterials(k, call, body),
    evaluate: ({ call, body }) => evaluateActivity(k, call, body),
    export: ({ call, query }) => exportActivities(k, call, query),
    exportEnrol: ({ call, query }) => exportRoster(k, call, query),
    enums: () => activityEnums(k),
  })
  keepActivities(k)
  implement(k, 'training', attendance, {
    pass: ({ actor, query }) => findPass(k, actor, query),
    scan: ({ call, body }) => scanPass(k, call, body),
    venueCode: ({ actor, query }) => venueCode(k, actor, query.id),
    selfCheckIn: ({ call, body }) => selfCheckIn(k, call, body),
  })
  implement(k, 'training', certificate, {
    issue: ({ call, body }) => issueCertificates(k, call, body),
    list: ({ actor, query }) => listCertificates(k, actor, query),
    listMy: ({ actor, query }) => listOwnCertificates(k, actor, query),
    pdf: ({ call, query }) => certificatePdf(k, call, query.id),
    zip: ({ call, query }) => certificateZip(k, call, query.id),
    revoke: ({ call, body }) => revokeCertificate(k, call, body),
    reissue: ({ call, body }) => reissueCertificate(k, call, body),
    verify: ({ query }) => verifyCertificate(k, query),
  })
  implement(k, 'training', plan, {
    list: ({ actor, query }) => listPlans(k, actor, query),
    findById: ({ actor, query }) => findPlan(k, actor, query.id),
    saveOrUpdate: ({ call, body }) => savePlan(k, call, body),
    remove: ({ call, body }) => removePlan(k, call, body),
    release: ({ call, body }) => releasePlan(k, call, body),
    shelf: ({ call, body }) => shelvePlan(k, call, body),
    delay: ({ call, body }) => delayPlan(k, call, body),
    options: () => planOptions(k),
    export: ({ call, query }) => exportPlans(k, call, query),
  })
  fileOwner(k, INFO, async (actor) => actor.permissions.has('train:read'))
  fileOwner(k, LIVE, async (actor) => actor.permissions.has('train:read'))
  implement(k, 'training', trainInfo, {
    list: ({ call, query }) => listInfo(k, call, query),
    findById: ({ call, query }) => findInfo(k, call, query.id),
    saveOrUpdate: ({ call, body }) => saveInfo(k, call, body),
    remove: ({ call, body }) => removeInfo(k, call, body),
    publish: ({ call, body }) => publishInfo(k, call, body),
    offPublish: ({ call, body }) => offPublishInfo(k, call, body),
    setTop: ({ call, body }) => setInfoTop(k, call, body),
    incViewNum: ({ call, body }) => countInfoView(k, call, body.id),
    enums: async () => infoEnums(),
  })
  implement(k, 'training', live, {
    list: ({ call, query }) => listLive(k, call, query),
    findById: ({ actor, query }) => findLive(k, actor, query.id),
    saveOrUpdate: ({ call, body }) => saveLive(k, call, body),
    remove: ({ call, body }) => removeLive(k, call, body),
    publish: ({ call, body }) => publishLive(k, call, body),
    offPublish: ({ call, body }) => offPublishLive(k, call, body),
  })
  implement(k, 'training', trainingHome, { homeMyActivity: ({ actor, query }) => ownActivities(k, actor, query) })
  implement(k, 'training', rooms, { week: ({ actor, query }) => roomsOfWeek(k, actor, query) })
  implement(k, 'training', num, {
    list: ({ call, query }) => figuresByType(k, signedIn(call.actor), query),
    statistics: ({ call, query }) => figuresByMonth(k, signedIn(call.actor), query),
    evaluated: ({ actor, query }) => listEvaluated(k, actor, query),
    words: ({ actor, query }) => wordsOf(k, actor, query.id),
  })
}
