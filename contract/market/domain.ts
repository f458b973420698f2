import type { DomainWords } from '../domain-words.ts'
import { marketKinds, marketStates } from './states.ts'

/** The words that the market of supply and demand adds to the lists of the platform. */
export const market = {
  name: '供需市场',
  screens: [
    '/page/sdmarket',
    '/page/sdmarketdetail1',
    '/page/sdmarketdetail2',
    '/work/myLand',
    '/work/adminLand',
    '/work/adminShop',
    '/work/myShopWrok',
    '/work/appealShop',
    '/work/myDemandShop',
    '/work/myDemand',
    '/work/MgtDemand',
  ],
  permissions: {
    'market:read': {
      name: '查看供需',
      domain: 'market',
      opens: '本人可见范围内的厂房、土地与需求，联系方式脱敏，审核记录、举报、数字和导出',
    },
    'market:manage': { name: '管理供需', domain: 'market', opens: '登记政府土地与园区厂房，下架、删除，处理举报' },
    'market:review': { name: '审核供需', domain: 'market', opens: '审核他人登记的厂房、土地与需求' },
  },
  apart: [['market:manage', 'market:review']],
  noticeKinds: { market: '供需市场' },
  rows: {
    market: {
      title: '供需信息',
      needs: ['market:read', 'market:manage', 'market:review'],
      office: '本部门人员登记的供需',
      own: '本人登记的供需',
      fields: {
        kind: {
          title: '种类',
          kind: 'choice',
          options: Object.fromEntries(Object.entries(marketKinds).map(([kind, { name }]) => [kind, name])),
        },
        state: { title: '状态', kind: 'choice', options: marketStates.labels },
        street: { title: '镇街', kind: 'choice' },
      },
    },
  },
  audit: {
    things: { market: '供需信息' },
    verbs: { visit: '约看', visitCancel: '取消约看', visitEnd: '登记约看结果', report: '举报', contact: '索取联系方式' },
  },
  codePurposes: { market: { title: '供需市场', signedIn: true } },
} as const satisfies DomainWords
