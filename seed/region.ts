import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { domainTypes } from '../contract/domain-tree.ts'
import type { Db } from '../server/kernel/db/index.ts'
import type { Seed } from './index.ts'

interface Area {
  code: string
  name: string
  children?: Area[] | undefined
}
const area: z.ZodType<Area> = z.lazy(() =>
  z.object({ code: z.string().regex(/^\d{2,12}$/), name: z.string().min(1).max(60), children: z.array(area).optional() }),
)

const TYPE = domainTypes.region

/**
 * The region tree from city to street (spec §3), stored as dictionary `region`. A file of the operator (REGION_FILE) is read at every
 * start: names follow it; values that it no longer contains are disabled and so stay readable in old records. Without it, demo mode gets
 * the fictional city of `data/regions.json` once.
 */
export const regionSeed: Seed = {
  name: 'regions',
  demoOnly: false,
  run: async (k) => {
    const own = k.config.REGION_FILE
    if (!own && !k.config.DEMO) return
    if (!own && (await k.db.selectFrom('dict_type').select('code').where('code', '=', TYPE).executeTakeFirst())) return
    const tree = await readTree(own ?? new URL('./data/regions.json', import.meta.url))
    await k.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('dict_type')
        .values({ code: TYPE, name: '行政区划（市、县区、镇街）', built_in: true })
        .onConflict((c) => c.doNothing())
        .execute()
      const kept = await write(trx, tree, null)
      await trx.updateTable('dict_value').set({ enabled: false }).where('dict_type', '=', TYPE).where('value', 'not in', kept).execute()
    })
  },
}

async function readTree(file: string | URL): Promise<Area[]> {
  try {
    return z
      .array(area)
      .min(1)
      .parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    throw new Error(`行政区划文件 ${String(file)} 读不出来，应为 [{code,name,children}] 的 JSON`, { cause: error })
  }
}

/** Parents first, because a value refers to its parent. Returns the codes written. */
async function write(trx: Db, areas: readonly Area[], parent: string | null): Promise<string[]> {
  await trx
    .insertInto('dict_value')
    .values(
      areas.map(({ code, name }, sort) => ({ dict_type: TYPE, value: code, label: name, parent, sort, enabled: true, built_in: true })),
    )
    .onConflict((c) =>
      c.columns(['dict_type', 'value']).doUpdateSet((e) => ({
        label: e.ref('excluded.label'),
        parent: e.ref('excluded.parent'),
        sort: e.ref('excluded.sort'),
        enabled: true,
      })),
    )
    .execute()
  const kept = areas.map((a) => a.code)
  for (const { code, children } of areas) if (children?.length) kept.push(...(await write(trx, children, code)))
  return kept
}
