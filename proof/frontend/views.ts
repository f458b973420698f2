/**
 * Views of built screens that the table of screens does not tell, by the account that opens them (null: not signed in): tabs, one record of
 * the demo data, an empty form, and screens that show other things to another account.
 */
export const furtherViews: readonly { user: string | null; views: readonly string[] }[] = [
  {
    user: null,
    views: [
      '/page/policyserver/simulation?t=maker',
      '/page/appeal?id=1',
      '/page/sdmarket?kind=landInfo&view=map',
      '/page/sdmarket?kind=workshopDemand&areaMin=900000',
      '/page/sdmarket?compare=1&compare=2&compare=3',
    ],
  },
  {
    user: 'editor1',
    views: [
      '/work/policyserveradmin?id=1',
      '/work/policyserveradmin?id=new',
      '/work/policycheckmanage?id=1',
      '/work/policyHomeDataConfig?tab=unit',
      '/work/projectmanage?id=1',
      '/work/policyCalcManage?tab=cases&policyId=1',
      '/work/policyCalcManage?tab=scores',
      '/work/policyMatchFormConfig?id=new',
      '/work/directList?id=2&tab=basis',
      '/work/directList?id=2&tab=objections',
      '/work/appealsSources?tab=gaps',
    ],
  },
  {
    user: 'front1',
    views: [
      '/work/operator',
      '/work/entInfoMaintain?id=1',
      '/work/entInfoMaintain?id=new',
      '/work/entInfoMaintain?data=1',
      '/work/declaremanage?tab=data&projectId=1',
      '/work/declaremanage?tab=delegation',
      '/work/declaremanage?tab=enter',
      '/work/adminAppeal?id=1',
      '/work/adminAppeal?tab=types',
      '/work/adminAppeal?tab=limits',
      '/work/adminAppeal?tab=routes',
      '/work/adminAppeal?tab=templates',
    ],
  },
  { user: 'dept1', views: ['/work/workbench', '/work/workbench?scope=mine', '/work/adminAppeal?forMe=1&sort=deadline'] },
  {
    user: 'qy2',
    views: [
      '/work/companyCode',
      '/work/personalCompany',
      '/work/myProject?tab=vault',
      '/page/policyserver/calculator/subList?archive=1',
      '/page/policyserver/simulation?archive=1',
      '/work/mySubsidy?tab=public',
      '/work/myDirect?tab=all',
      '/work/myDirect?list=2',
    ],
  },
  { user: 'qy1', views: ['/work/myAppeal?new=1', '/work/myShopWrok?show=contacts'] },
  { user: 'gr1', views: ['/commonform?projectId=1', '/work/myAppeal?new=1', '/work/personalCompany'] },
  { user: 'market1', views: ['/work/adminShop?show=reports', '/work/appealShop'] },
  { user: 'agent1', views: ['/ecall'] },
  { user: 'leader1', views: ['/ecall', '/work/cal?tab=records', '/work/cal?tab=callbacks'] },
]
