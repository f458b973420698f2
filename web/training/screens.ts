import type { Screen } from '../screens/screen.ts'

export const screens: readonly Screen[] = [
  { path: '/page/propaganda', title: '培训宣传', domain: 'training', who: 'public', file: 'training/propaganda.tsx' },
  {
    path: '/page/propagandaEventsList',
    title: '活动列表',
    domain: 'training',
    who: 'public',
    lights: '/page/propaganda',
    file: 'training/propaganda-events-list.tsx',
  },
  {
    path: '/page/propagandaDetails',
    title: '活动详情',
    domain: 'training',
    who: 'public',
    lights: '/page/propaganda',
    file: 'training/propaganda-details.tsx',
  },
  {
    path: '/page/trainCertificate',
    title: '培训证书核验',
    domain: 'training',
    who: 'public',
    lights: '/page/propaganda',
    file: 'training/train-certificate.tsx',
  },
  { path: '/work/assessPropaganda', title: '活动评价', domain: 'training', who: ['YYF'], file: 'training/assess-propaganda.tsx' },
  { path: '/work/live', title: '直播管理', domain: 'training', who: ['YYF'], file: 'training/live-manage.tsx' },
  { path: '/work/trainPlan', title: '培训计划', domain: 'training', who: ['YYF'], file: 'training/train-plan.tsx' },
  { path: '/work/trainActive', title: '培训活动管理', domain: 'training', who: ['YYF'], file: 'training/train-active.tsx' },
  { path: '/work/myInvolved', title: '我参与的活动', domain: 'training', who: ['QY', 'GR'], file: 'training/my-involved.tsx' },
  { path: '/work/myRelease', title: '我发布的活动', domain: 'training', who: ['QY', 'YYF'], file: 'training/my-release.tsx' },
]
