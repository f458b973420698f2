import type { DomainWords } from '../domain-words.ts'
import { activityFacts, activityTypes } from './states.ts'

/** The words that training adds to the lists of the platform. */
export const training = {
  name: '培训',
  screens: [
    '/page/propaganda',
    '/page/propagandaEventsList',
    '/page/propagandaDetails',
    '/page/trainCertificate',
    '/work/assessPropaganda',
    '/work/live',
    '/work/trainPlan',
    '/work/trainActive',
    '/work/myInvolved',
    '/work/myRelease',
  ],
  permissions: {
    'train:read': { name: '查看培训', domain: 'training', opens: '本人可见范围内的培训计划、活动、报名名单（电话脱敏）、数字和导出' },
    'train:manage': { name: '管理培训', domain: 'training', opens: '培训计划与活动的增、改、发布、延期、取消，登记签到' },
    'train:review': { name: '审核培训活动', domain: 'training', opens: '审核他人送审的培训活动' },
  },
  apart: [['train:manage', 'train:review']],
  noticeKinds: { training: '培训活动', invitation: '活动邀请' },
  optionalNotices: ['invitation'],
  rows: {
    training: {
      title: '培训活动',
      needs: ['train:read', 'train:manage', 'train:review'],
      office: '本部门人员建立的活动',
      own: '本人建立的活动',
      fields: {
        type: { title: '活动类型', kind: 'choice', options: Object.fromEntries(activityTypes.map((type) => [type, type])) },
        state: { title: '状态', kind: 'choice', options: activityFacts.labels },
      },
    },
  },
  audit: {
    things: {
      trainActivity: '培训活动',
      trainCertificate: '培训证书',
      trainInfo: '宣传报道',
      trainLive: '直播',
      trainPlan: '培训计划',
    },
    verbs: { giveSeat: '安排名额', reissue: '换发' },
  },
  codePurposes: { enrol: { title: '活动报名', signedIn: true } },
} as const satisfies DomainWords
