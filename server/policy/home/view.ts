import type { HomeType, HomeView } from '../../../contract/policy/home.ts'
import type { Db } from '../../kernel/db/index.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { homeFigures, homeLists } from '../../kernel/public/home.ts'

/** Sections without a list; the page itself renders them. */
const OWN = new Set(['entries', 'carousel', 'figures'])

/**
 * What the home page shows, as configured: the values in one query, then the lists and figures of the domains for the sections that are
 * switched on.
 */
export async function homeView(k: Kernel): Promise<HomeView> {
  const rows = await k.db.selectFrom('policy_home_value').selectAll().where('enabled', '=', true).orderBy('sort').orderBy('id').execute()
  const of = (type: HomeType) => rows.filter((row) => row.dict_type === type)
  const sections = of('section')
  return {
    sections: (await Promise.all(sections.map(({ code, label }) => section(k, code, label)))).filter((one) => one !== null),
    figures: (await Promise.all(of('figure').map((row) => figure(k, row)))).filter((one) => one !== null),
    entries: of('entry').map((row) => {
      const [label = row.label, ...text] = row.label.split('｜')
      return { code: row.code, label, url: row.value, text: text.join('｜') }
    }),
    hotWords: of('hotWord').flatMap((row) => (row.hits === 0 ? [] : [row.label])),
  }
}

/** null: no domain offers this section any more. A list that fails has no rows; the page is shown without it. */
async function section(k: Kernel, code: string, label: string): Promise<HomeView['sections'][number] | null> {
  if (OWN.has(code)) return { code, label, more: null, columns: [], rows: [] }
  const list = homeLists(k).find((one) => one.code === code)
  if (!list) return null
  const rows = await list.rows(k).catch((err: unknown) => {
    k.log.error({ err, code }, 'a list of the home page could not be read')
    return []
  })
  return { code, label, more: list.more ?? null, columns: [...(list.columns ?? [])], rows }
}

/** `value` of the row is the unit, as administrators wrote it. */
async function figure(k: Kernel, row: { code: string; label: string; value: string }): Promise<HomeView['figures'][number] | null> {
  const offered = homeFigures(k).find(({ code }) => code === row.code)
  if (!offered) return null
  try {
    const value = await offered.value(k)
    return value === null ? null : { code: row.code, label: row.label, value, unit: row.value, more: offered.more ?? null }
  } catch (err) {
    k.log.error({ err, code: row.code }, 'a figure of the home page could not be read')
    return null
  }
}

/** Adds sections that domains offer and the settings lack, at the end of their kind, with the name that the domain gave. */
export async function addHomeParts(db: Db, k: Kernel): Promise<void> {
  const offered = [
    ...homeLists(k).map(({ code, label }) => ({ dict_type: 'section' as const, code, label, value: '' })),
    ...homeFigures(k).map(({ code, label, unit }) => ({ dict_type: 'figure' as const, code, label, value: unit })),
  ]
  const known = await db.selectFrom('policy_home_value').select(['dict_type', 'code', 'sort']).execute()
  const last = Math.max(0, ...known.map(({ sort }) => sort))
  const missing = offered.filter((one) => !known.some((row) => row.dict_type === one.dict_type && row.code === one.code))
  if (missing.length === 0) return
  await db
    .insertInto('policy_home_value')
    .values(missing.map((one, i) => ({ ...one, sort: last + 1 + i, updated_at: k.clock.now() })))
    .onConflict((c) => c.columns(['dict_type', 'code']).doNothing())
    .execute()
}
