import { isBuilt, layoutOf, screens, type Screen } from '../../web/screens.ts'
import { expectedOfDomains } from '../../server/kernel/testing/domain-expectations.ts'
import type { MenuEntry } from '../../web/session/session-reader.ts'
import type { ProofStage } from '../stage.ts'
import { ask } from '../user.ts'
import { furtherViews } from './views.ts'

/** One screen with the user who opens it. */
export interface Visit {
  screen: Screen
  address: string
  /** demo account; null = not signed in */
  user: string | null
}

const STAFF = ['editor1', 'front1', 'dept1', 'leader1', 'admin1', 'security1', 'audit1', 'op1']
const OWNER: Record<string, string> = { QY: 'qy2', GR: 'gr1' }

/**
 * The queries of screens that show one record, with a record of the demo data; domains state theirs in `testing/expected.ts`. A screen that is missing here shows its empty or error state
 * and is reported.
 */
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

/** Screens that answer 404: the error page, and the comparison, because no demo policy has two versions. */
export const absent = ['/404', '/page/policyserver/compare']

const leads = (menus: readonly MenuEntry[], path: string): boolean =>
  menus.some(({ url, children }) => url === path || leads(children ?? [], path))

/**
 * Every built screen of web/screens, with an account whose menu contains it, and the further views of views.ts. Throws when no account can
 * open a screen.
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
  const userFor = (screen: Screen): string | null => {
    if (screen.who === 'public') return null
    const type = screen.who === 'token' ? 'QY' : screen.who[0]!
    return OWNER[type] ?? staffFor(screen)
  }
  const known = await knownRecords(stage, base)
  const own = await ownRecords(stage, base)
  const built = screens.filter(isBuilt)
  const ofTable = built.map((screen) => {
    const query = (own.get(screen.path) ?? records[screen.path])?.replace(/\{(\w+)\}/g, (_, name: string) => known[name]!)
    return { screen, address: query ? `${screen.path}?${encodeURI(query)}` : screen.path, user: userFor(screen) }
  })
  const further = furtherViews.flatMap(({ user, views }) =>
    views.map((address) => {
      const screen = built.find(({ path }) => path === address.split('?')[0])
      if (!screen) throw new Error(`web/screens has no built screen for the view ${address}`)
      return { screen, address: encodeURI(address), user }
    }),
  )
  return [...ofTable, ...further]
}

/** What domains state in `testing/expected.ts`: the query of a screen, with the first record of a public list. */
async function ownRecords(stage: ProofStage, base: string): Promise<Map<string, string>> {
  const stated = (await expectedOfDomains()).flatMap(({ screens: own }) => Object.entries(own ?? {}))
  const found = stated.map(async ([path, { key, list }]) => [path, `${key}=${await firstOf(stage, base)(list, {})}`] as const)
  return new Map(await Promise.all(found))
}

const firstOf =
  (stage: ProofStage, base: string) =>
  async (path: string, query: Record<string, string>, user?: string): Promise<string> => {
    const { token } = user ? await stage.asUser(base, user) : { token: null }
    const { body, text } = await ask(base, path, { query, token })
    const id = body.data?.list?.[0]?.id ?? body.data?.id
    if (id === undefined) throw new Error(`${path} knows no record: ${text.slice(0, 200)}`)
    return String(id)
  }

async function knownRecords(stage: ProofStage, base: string): Promise<Record<string, string>> {
  const first = firstOf(stage, base)
  return {
    policy: await first('/policy/doc/policyDetail', { code: 'hnte' }),
    project: await first('/dec/project/list', { state: '1' }),
    declaration: await first('/dec/my/list', {}, 'qy2'),
    direct: await first('/direct/list/list', {}, 'editor1'),
  }
}
