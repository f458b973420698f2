import type { DomainWords } from '../domain-words.ts'

/** The words that content adds to the lists of the platform. */
export const content = {
  name: '资讯与服务内容',
  screens: [
    '/page/industryinfo',
    '/page/industryinfodetails',
    '/page/commercialLaw',
    '/page/quality',
    '/page/financialService',
    '/work/newsManage',
    '/work/serviceManage',
  ],
  permissions: {
    'news:manage': { name: '管理资讯', domain: 'content', opens: '栏目与资讯的增、改、送审、发布、下架，内容检查与更新情况' },
    'news:review': { name: '审核资讯', domain: 'content', opens: '审核他人送审的资讯，查看各栏目更新与浏览' },
    'service:manage': { name: '管理服务内容', domain: 'content', opens: '法律服务、质量服务、金融产品的增、改、发布、下架' },
  },
  apart: [['news:manage', 'news:review']],
  noticeKinds: { content: '内容维护' },
  audit: {
    things: { financeProduct: '金融产品', news: '资讯', newsColumn: '资讯栏目', service: '服务内容' },
  },
} as const satisfies DomainWords
