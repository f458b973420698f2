import { publicScreens } from '../../web/screens/public.ts'
import { standaloneScreens } from '../../web/screens/standalone.ts'
import { workScreens } from '../../web/screens/work.ts'
import type { Screen } from '../../web/screens/screen.ts'
import { asUser } from '../user.ts'

export interface Visit {
  path: string
  /** undefined: anonymous */
  userName: string | undefined
}

/** The queries that make a screen show a record; without one it shows the list or the empty form. */
const QUERIES: Record<string, string[]> = {
  '/page/search': ['?q=企业', '?q=政策&type=policy'],
  '/page/policysearch': ['?policyTitle=企业'],
  '/page/policyserverdetail': ['?id=1', '?id=2', '?id=3', '?id=4'],
  '/page/policymarket/details': ['?id=1', '?id=5'],
  '/page/policyserver/compare': ['?id=1'],
  '/page/policyserverreplenish': ['?policyId=1'],
  '/page/policyserverdeclare': ['?id=1', '?projectId=1'],
  '/page/policyserverdectail': ['?id=1'],
  '/page/policyserver/calculator/subList': ['', '?archive=1'],
  '/page/policyserver/simulation': ['', '?t=maker'],
  '/commonform': ['?projectId=1'],
  '/preview': ['?projectId=1'],
  '/work/EnterprisesList/look': ['?id=1', '?id=2'],
  '/work/enterpriseArchive': ['', '?companyId=1'],
  '/work/CorporatePortrait': ['?companyId=1'],
  '/work/directList': ['?id=1', '?id=2&tab=basis', '?id=2&tab=objections'],
  '/work/policyserveradmin': ['', '?id=1', '?id=new'],
  '/work/policycheckmanage': ['', '?id=1'],
  '/work/projectmanage': ['', '?id=1'],
  '/work/policyCalcManage': ['', '?tab=cases&policyId=1', '?tab=scores', '?tab=limits'],
  '/work/policyMatchFormConfig': ['', '?id=1'],
  '/work/entInfoMaintain': ['', '?id=1', '?data=1'],
  '/work/declaremanage': ['', '?tab=data&projectId=1', '?tab=delegation'],
  '/work/policyHomeDataConfig': ['', '?tab=unit'],
  '/work/myProject': ['', '?tab=vault'],
  '/work/mySubsidy': ['', '?tab=public'],
  '/work/myDirect': ['', '?tab=all'],
}
const NAMES = { QY: 'qy1', GR: 'gr1', YYF: 'editor1' } as const
/** Staff accounts in whose menus a screen is searched; the first that has it is used. */
const STAFF = ['editor1', 'front1', 'dept1', 'leader1', 'admin1', 'security1', 'audit1']

/** Every built screen, with a user who may open it. */
export async function visits(base: string): Promise<Visit[]> {
  const menus = new Map<string, string>()
  for (const name of STAFF) {
    const { text } = await (await asUser(base, name)).get('/sys/activeUser/getMenus')
    menus.set(name, text)
  }
  const whoFor = ({ path, who, lights }: Screen): (string | undefined)[] => {
    if (who === 'public') return [undefined]
    if (who === 'token') return [NAMES.QY]
    return who.map((type) => {
      if (type !== 'YYF' || !path.startsWith('/work/')) return NAMES[type]
      return STAFF.find((name) => menus.get(name)!.includes(`"${lights ?? path}"`)) ?? NAMES.YYF
    })
  }
  const all: readonly Screen[] = [...publicScreens, ...standaloneScreens, ...workScreens]
  return all
    .filter(({ file, path }) => file !== undefined && path !== '/demo')
    .flatMap((screen) =>
      whoFor(screen).flatMap((userName) => (QUERIES[screen.path] ?? ['']).map((query) => ({ path: screen.path + query, userName }))),
    )
}
