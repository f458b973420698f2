import { isBuilt, layoutOf, screens, type Screen } from '../../web/screens.ts'
import type { MenuEntry } from '../../web/session/reader.ts'
import type { ProofStage } from '../stage.ts'
import { ask } from '../user.ts'

/** One screen as somebody opens it. */
export interface Visit {
  screen: Screen
  address: string
  /** demo account; null = nobody has logged in */
  user: string | null
}

const STAFF = ['editor1', 'front1', 'dept1', 'leader1', 'admin1', 'security1', 'audit1']
const OWNER: Record<string, string> = { QY: 'qy2', GR: 'gr1' }

/** Screens of one record, and one that is there in the demo. A screen that is missing here shows its empty or its error state, and is told. */
const records: Record<string, string> = {
  '/page/search': 'q=高新',
  '/page/policysearch': 'q=高新',
  '/page/policyserverdetail': 'id=hnte',
  '/page/policymarket/details': 'id=hnte',
  '/page/policyserver/compare': 'id={policy}&from=1&to=2',
  '/page/policyserverreplenish': 'id={policy}',
  '/page/policyserverdeclare': 'projectId={project}',
  '/page/policyserverdectail': 'id={declaration}',
  '/commonform': 'projectId={project}',
  '/preview': 'projectId={project}',
  '/work/CorporatePortrait': 'companyId=2',
  '/work/EnterprisesList/look': 'id=2',
  '/work/directList': 'id={direct}',
}

/** Further faces of a screen: its tabs, its editor, and of a public screen what an enterprise sees that lets its archive be read. */
const faces: Record<string, readonly string[]> = {
  '/page/policyserver/simulation': ['t=maker', 'qy2 archive=1'],
  '/page/policyserver/calculator/subList': ['qy2 archive=1'],
  '/work/policyserveradmin': ['id={policy}', 'id=new'],
  '/work/policycheckmanage': ['id={policy}'],
  '/work/policyHomeDataConfig': ['tab=unit'],
  '/work/projectmanage': ['id={project}'],
  '/work/policyCalcManage': ['tab=cases&policyId={policy}', 'tab=scores'],
  '/work/policyMatchFormConfig': ['id=new'],
  '/work/directList': ['id={direct}&tab=basis', 'id={direct}&tab=objections'],
  '/work/entInfoMaintain': ['id=1', 'id=new', 'data=1'],
  '/work/declaremanage': ['tab=data&projectId={project}', 'tab=delegation', 'tab=enter'],
  '/work/myProject': ['tab=vault'],
  '/work/mySubsidy': ['tab=public'],
  '/work/myDirect': ['tab=all', 'list={direct}'],
}

/** Screens that answer 404: the page that says so, and the comparison, because no policy of the demo has two versions. */
export const absent = ['/404', '/page/policyserver/compare']

const leads = (menus: readonly MenuEntry[], path: string): boolean =>
  menus.some(({ url, children }) => url === path || leads(children ?? [], path))

/**
 * Every built screen of web/screens, and its faces, as each kind of person opens it whom it lets in: staff with the account that has its menu.
 * Throws when nobody can open one.
 */
export async function visits(stage: ProofStage, base: string): Promise<Visit[]> {
  const menus = new Map<string, MenuEntry[]>()
  for (const name of STAFF) menus.set(name, (await (await stage.asUser(base, name)).get('/sys/activeUser/getMenus')).body.data.menuList)
  const staffFor = (screen: Screen): string => {
    const path = screen.lights ?? screen.path
    const able = STAFF.find((name) => leads(menus.get(name)!, path))
    if (!able && layoutOf(screen) === 'work' && screen.path !== '/index') throw new Error(`nobody has a menu for ${screen.path}`)
    return able ?? 'dept1'
  }
  const usersFor = (screen: Screen): (string | null)[] => {
    if (screen.who === 'public') return [null]
    const types = screen.who === 'token' ? ['QY'] : screen.who
    return types.map((type) => OWNER[type] ?? staffFor(screen))
  }
  const known = await knownRecords(stage, base)
  const addressOf = (screen: Screen, query: string) =>
    query ? `${screen.path}?${encodeURI(query.replace(/\{(\w+)\}/g, (_, name: string) => known[name]!))}` : screen.path
  return screens.filter(isBuilt).flatMap((screen) => {
    const [first = null, ...others] = usersFor(screen)
    const visit = (user: string | null, query = ''): Visit => ({ screen, address: addressOf(screen, query), user })
    const record = records[screen.path]
    return [
      ...[first, ...others].map((user) => visit(user, record)),
      ...(faces[screen.path] ?? []).map((face) => {
        const [query, user] = face.split(' ').toReversed()
        return visit(user ?? first, query)
      }),
    ]
  })
}

async function knownRecords(stage: ProofStage, base: string): Promise<Record<string, string>> {
  const first = async (path: string, query: Record<string, string>, user?: string): Promise<string> => {
    const { token } = user ? await stage.asUser(base, user) : { token: null }
    const { body, text } = await ask(base, path, { query, token })
    const id = body.data?.list?.[0]?.id ?? body.data?.id
    if (id === undefined) throw new Error(`${path} knows no record: ${text.slice(0, 200)}`)
    return String(id)
  }
  return {
    policy: await first('/policy/doc/policyDetail', { code: 'hnte' }),
    project: await first('/dec/project/list', { state: '1' }),
    declaration: await first('/dec/my/list', {}, 'qy2'),
    direct: await first('/direct/list/list', {}, 'editor1'),
  }
}
