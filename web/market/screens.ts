import type { Screen } from '../screens/screen.ts'

export const screens: readonly Screen[] = [
  { path: '/page/sdmarket', title: '供需市场', domain: 'market', who: 'public', file: 'market/sdmarket.tsx' },
  {
    path: '/page/sdmarketdetail1',
    title: '厂房供需详情',
    domain: 'market',
    who: 'public',
    lights: '/page/sdmarket',
    file: 'market/sdmarketdetail1.tsx',
  },
  {
    path: '/page/sdmarketdetail2',
    title: '土地供需详情',
    domain: 'market',
    who: 'public',
    lights: '/page/sdmarket',
    file: 'market/sdmarketdetail2.tsx',
  },
  { path: '/work/myLand', title: '我的土地', domain: 'market', who: ['QY', 'GR'], file: 'market/work-screens.tsx' },
  { path: '/work/adminLand', title: '土地供应审核', domain: 'market', who: ['YYF'], file: 'market/work-screens.tsx' },
  { path: '/work/adminShop', title: '厂房供应审核', domain: 'market', who: ['YYF'], file: 'market/work-screens.tsx' },
  { path: '/work/myShopWrok', title: '我的厂房', domain: 'market', who: ['QY', 'GR'], file: 'market/work-screens.tsx' },
  { path: '/work/appealShop', title: '厂房需求审核', domain: 'market', who: ['YYF'], file: 'market/work-screens.tsx' },
  { path: '/work/myDemandShop', title: '我的厂房需求', domain: 'market', who: ['QY', 'GR'], file: 'market/work-screens.tsx' },
  { path: '/work/myDemand', title: '我的用地需求', domain: 'market', who: ['QY', 'GR'], file: 'market/work-screens.tsx' },
  { path: '/work/MgtDemand', title: '用地需求审核', domain: 'market', who: ['YYF'], file: 'market/work-screens.tsx' },
]
