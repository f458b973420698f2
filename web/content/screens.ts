import type { Screen } from '../screens/screen.ts'

export const screens: readonly Screen[] = [
  { path: '/page/industryinfo', title: '行业资讯', domain: 'content', who: 'public', file: 'content/industry-info.tsx' },
  {
    path: '/page/industryinfodetails',
    title: '资讯详情',
    domain: 'content',
    who: 'public',
    lights: '/page/industryinfo',
    file: 'content/industry-info-details.tsx',
  },
  {
    path: '/page/commercialLaw',
    title: '商事法律服务',
    domain: 'content',
    who: 'public',
    suffix: false,
    file: 'content/commercial-law.tsx',
  },
  { path: '/page/quality', title: '质量服务', domain: 'content', who: 'public', file: 'content/quality.tsx' },
  { path: '/page/financialService', title: '金融服务', domain: 'content', who: 'public', file: 'content/financial-service.tsx' },
  { path: '/work/newsManage', title: '资讯管理', domain: 'content', who: ['YYF'], file: 'content/news-manage.tsx' },
  { path: '/work/serviceManage', title: '服务内容管理', domain: 'content', who: ['YYF'], file: 'content/service-manage.tsx' },
]
