import { readFile } from 'node:fs/promises'
import type { Db } from '../server/kernel/db/index.ts'
import type { Seed } from './index.ts'

interface Item {
  value: string
  label: string
  children?: Item[]
}
interface Source {
  dicts: { type: string; title: string; items: Item[] }[]
}

/** Dictionaries of the platform: `seed/data/dictionaries.json`. An existing type is left as its administrators made it. */
export const dictionarySeed: Seed = {
  name: 'dictionaries',
  demoOnly: false,
  run: async (k) => {
    const { dicts } = JSON.parse(await readFile(new URL('./data/dictionaries.json', import.meta.url), 'utf8')) as Source
    await k.db.transaction().execute(async (trx) => {
      for (const { type, title, items } of dicts) {
        const made = await trx
          .insertInto('dict_type')
          .values({ code: type, name: title, built_in: true })
          .onConflict((c) => c.doNothing())
          .returning('code')
          .executeTakeFirst()
        if (made) await insertItems(trx, type, items, null)
      }
    })
  },
}

async function insertItems(trx: Db, type: string, items: Item[], parent: string | null): Promise<void> {
  await trx
    .insertInto('dict_value')
    .values(items.map(({ value, label }, sort) => ({ dict_type: type, value, label, parent, sort, built_in: true })))
    .execute()
  for (const item of items) if (item.children?.length) await insertItems(trx, type, item.children, item.value)
}
